/** A save of tasks that are no JSON fails without a message; it is only logged (FLOW-003, OP-34). */
export function logInvalidTasks(problem = 'This is no JSON.'): void {
  // biome-ignore lint/suspicious/noConsole: the specification wants it logged, and nothing else
  console.warn(`The workflow was not saved: taskTemplates do not parse as JSON. ${problem}`);
}
