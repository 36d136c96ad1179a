// The board alone, as the person of the key.
import { mount } from "svelte";
import type { Session } from "../../src/board/api";
import { api } from "../../src/api/board";
import Board from "../../src/board/Board.svelte";
import "../../../../internal/design/tokens.css";

const { data: me } = await api.get<Session>("/me");
if (me) mount(Board, { target: document.getElementById("app")!, props: { api, me } });
