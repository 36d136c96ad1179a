// The board alone, as the person of the key.
import { mount } from "svelte";
import { apiOf } from "../../src/api/board";
import { get } from "../../src/api/client";
import type { Identity, User } from "../../src/api/records";
import { me } from "../../src/api/session.svelte";
import Board from "../../src/board/Board.svelte";
import "../../tokens.css";
import "../../src/style.css";

const identity = await get<Identity>("/me");
me.session = { ...identity, organizationName: "" };
me.user = await get<User>(`/users/${identity.actorUserId}`);
mount(Board, { target: document.getElementById("app")!, props: { api: apiOf(identity.actorUserId), me: identity } });
