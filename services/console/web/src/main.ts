import { mount } from "svelte";
import App from "./App.svelte";
import "../../../internal/design/tokens.css";
import "./style.css";

mount(App, { target: document.getElementById("app")! });
