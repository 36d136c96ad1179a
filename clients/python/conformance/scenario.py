"""Runs the steps of the scenario and prints their outcomes."""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Callable, Mapping
from typing import Any

from workplan import CursorError, WorkplanError

# Names from tools/clients/conformance/organization.json.
WORKER_EMAIL, PROJECT, CAPABILITY, VACATION = "worker@example.com", "Atlas", "Design", "Vacation"

SECRET_PREFIX = "whsec_"
"""How the secret of a webhook begins."""

Step = Callable[[dict[str, Any]], Mapping[str, Any]]


class Scenario:
    """The steps of scenario.json over one protocol."""

    def __init__(self, protocol: str) -> None:
        with open(os.environ["SCENARIO"], encoding="utf-8") as file:
            self._steps = json.load(file)["steps"]
        self._protocol = protocol
        self._programs: dict[str, Step] = {}

    def input_of(self, name: str) -> dict[str, Any]:
        """The input of another step."""
        given: dict[str, Any] = next(step["input"] for step in self._steps if step["name"] == name)
        return given

    def step(self, name: str) -> Callable[[Step], Step]:
        """Declares the code of a step. Its result is printed, reduced to the expected members."""

        def declare(program: Step) -> Step:
            self._programs[name] = program
            return program

        return declare

    def run(self) -> None:
        """Runs all steps, and prints a line for each."""
        for step in self._steps:
            expected = {**step.get("expect", {}), **step.get(f"expect{self._protocol}", {})}
            if not expected:
                continue  # it is for the other protocol
            line: dict[str, Any] = {"step": step["name"]}
            try:
                outcome = self._programs[step["name"]](step.get("input", {}))
                line["outcome"] = {name: outcome[name] for name in expected}
            except Exception as failure:  # noqa: BLE001 - the other steps run too
                line["failure"] = f"{type(failure).__name__}: {failure}"
            print(json.dumps(line, default=str), flush=True)


def refusal(call: Callable[[], object]) -> dict[str, Any]:
    """The error of a call."""
    try:
        call()
    except WorkplanError as error:
        return {
            "code": error.code,
            "status": error.status,
            "message": error.message,
            "field": error.details[0].field if error.details else None,
            "details": len(error.details),
            "requestId": error.request_id is not None,
            "cursorError": isinstance(error, CursorError) and "list all records again" in error.message,
        }
    raise AssertionError("the call did not fail")


def plan(given: dict[str, Any]) -> list[tuple[datetime.date, bool, float]]:
    """The rows of an upsert: date, whether it has a capability, hours."""
    first = datetime.date.fromisoformat(given["firstDate"])
    return [
        (first + datetime.timedelta(days=i // 2), i % 2 == 0, given.get("hours", i % 16 / 2))
        for i in range(given["rows"])
    ]
