"""Talks to a Workplan as an assistant does. See the script run."""

import asyncio
import json
import os
from contextlib import asynccontextmanager

import httpx2
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

KEY = os.environ["WORKPLAN_KEY"]


@asynccontextmanager
async def over_http():
    headers = {"Authorization": "Bearer " + KEY}
    async with httpx2.AsyncClient(headers=headers) as http:
        async with streamable_http_client(os.environ["WORKPLAN_HTTP"] + "/mcp", http_client=http) as streams:
            yield streams


@asynccontextmanager
async def over_stdio():
    command = StdioServerParameters(
        command=os.environ["WORKPLAN"], args=["mcp", "--addr", os.environ["WORKPLAN_GRPC"]], env={"WORKPLAN_KEY": KEY}
    )
    async with stdio_client(command) as streams:
        yield streams


async def call(session, tool, **arguments):
    result = await session.call_tool(tool, arguments)
    assert not result.is_error, result
    return result.structured_content


async def approve(proposal):
    """Approves a proposal as a person does: no tool can."""
    address = f"{os.environ['WORKPLAN_HTTP']}/api/v1/proposals/{proposal}/approve"
    async with httpx2.AsyncClient(headers={"Authorization": "Bearer " + KEY}) as http:
        (await http.post(address)).raise_for_status()


async def talk(name, transport, day):
    async with transport() as streams, ClientSession(streams[0], streams[1]) as session:
        await session.initialize()
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        assert len(tools) == 17, sorted(tools)
        assert tools["who_is_away"].annotations.read_only_hint and not tools["apply_proposal"].annotations.read_only_hint

        free = await call(session, "find_free_people", startDate=day, hours=4)
        assert free["complete"] and free["items"] and free["window"]["startDate"] == day, free
        work = {
            "assignments": [
                {"person": free["items"][0]["id"], "project": "Studio Operations", "startDate": day, "hoursPerDay": 1.5}
            ]
        }
        proposed = await call(session, "propose_assignments", note="One hour and a half", **work)
        assert proposed["total"] == 1 and proposed["changes"][0]["hoursAfter"] == 1.5, proposed
        proposal = {"proposal": proposed["proposal"]["id"]}
        shown = await call(session, "show_proposal", **proposal)
        assert shown["changes"][0]["hoursAfter"] == 1.5 and shown["conflicts"] == 0, shown
        submitted = (await call(session, "submit_proposal", **proposal))["proposal"]
        assert submitted in (await call(session, "list_proposals"))["items"] and submitted["status"] == "in_review", submitted

        refused = await session.call_tool("apply_proposal", proposal)
        assert refused.is_error, refused
        assert json.loads(refused.content[0].text)["error"]["code"] == "invalid_state", refused
        await approve(submitted["id"])
        done = await call(session, "apply_proposal", **proposal)
        assert done["created"] == 1, done
        plan = await call(session, "plan_of_person", person=free["items"][0]["id"], startDate=day, endDate=day)
        assert [row["hours"] for row in plan["items"]] == [1.5], plan

        guides = (await session.list_resources()).resources
        text = (await session.read_resource(guides[0].uri)).contents[0].text
        assert text.startswith("# "), text[:100]
        print(f"{name}: {len(tools)} tools, {len(guides)} guides, a change was proposed, approved and applied")


asyncio.run(talk("over HTTP", over_http, "2031-06-02"))
asyncio.run(talk("over standard input and output", over_stdio, "2031-06-03"))
