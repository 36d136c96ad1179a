// What keys do, for people: keyboard.ts does it.

/** help is what the drawer shows about keys. */
export const help = [
  ["Arrows", "move; with Shift, select"],
  ["0–9", "type hours into the cell or the selection"],
  ["Enter", "edit the cell; Tab saves and goes on"],
  ["Space", "open or close a person"],
  ["P", "plan the selected days"],
  ["F", "fit hours into free time"],
  ["O", "add time off"],
  ["N", "add a project to the person"],
  ["B", "select the next bar of the cell"],
  ["Shift + F10", "what can be done with a bar or a cell"],
  ["Ctrl + click", "select one more bar, or more cells"],
  ["E", "make tentative, or firm"],
  ["S", "split the bar at the cell"],
  ["Delete", "remove hours"],
  ["Alt + arrows", "move the hours to another week or person"],
  ["Alt + Shift + ← →", "make the block shorter or longer"],
  ["Ctrl + C, X, V", "copy, cut, and paste as in a spreadsheet"],
  ["Ctrl + Z, Ctrl + Y", "undo, redo"],
  ["A", "approve or reject time off that is asked for"],
  ["G", "find free people"],
  ["I", "what is in the cell"],
  ["D W M", "zoom: days, weeks, months"],
  ["[ ]", "back, forward"],
  ["T", "today"],
  ["H", "heat map or bars"],
  ["/", "search people"],
  ["?", "this help"],
] as const;

/** signs is what the board draws and writes, in words. Nowhere else is it said what free is. */
export const signs = [
  ["40 free", "hours that a person can still take in these days: available ones, without what is planned. Available are the hours of the working pattern, without holidays and approved time off. Tentative hours count as planned only with View, Count tentative."],
  ["+5 over", "more is planned than available, on each of these days: what is free on another day is not taken off. ▲ is a day that is over in a week that is not."],
  ["40 tentative", "all that is free has tentative hours, which may not come true"],
  ["Striped", "tentative, as by itself or in a draft project, or an open role: nobody does it yet"],
  ["Outlined", "in a proposal, what it would plan. Struck through is what it would take out. All else is the plan."],
  ["Asked: 18 – 22 Jan", "time off that nobody has decided about, with a dashed edge"],
  ["30 open", "hours of open roles, which nobody does yet. In the head of a group, ~20 are tentative hours, and 36 planned ones."],
  ["Line below", "worked hours of the available ones, if they are not as planned"],
  ["Dotted line", "the person is away, and the work goes on after it"],
  ["4–8 h a day", "the hours of the days differ; by days, each change is written. In a short bar, 4–8 h/d."],
] as const;
