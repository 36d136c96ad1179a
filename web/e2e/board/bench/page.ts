import { mount } from "svelte";
import Board from "../../../src/board/Board.svelte";
import "../../../src/board/palette.css";
import "../../../tokens.css";
import { api, calls } from "./organization";
import { rows } from "./rows";

Object.assign(window, { calls });
const target = document.getElementById("app")!;
performance.mark("begin");
if (location.hash === "#rows") {
  target.className = "board";
  rows(target);
} else mount(Board, { target, props: { api, me: { actorUserId: "0", organizationId: "o", scopes: ["write:assignments"] } } });
