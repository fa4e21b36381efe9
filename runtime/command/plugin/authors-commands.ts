import { defineError } from '@waypost/contract';

/**
 * Commands of the authors' tool, and what to type in a copy of the source instead: they need the compiler, React and the
 * sources of the SDK, which a server's install does not have.
 */
const AUTHORS_COMMANDS = {
  'plugin new': 'npm run -s waypost -- plugin new ID',
  'plugin pack': 'npm run -s waypost -- plugin pack FOLDER',
  'plugin sdk': 'npm run -s waypost -- plugin sdk FOLDER',
  'plugin dev': 'npm run dev -- --plugin FOLDER',
} as const;

/** Not a failure that another try would mend: exit code {@link AUTHORS_EXIT_CODE}. */
export const authorsToolNeeded = defineError({
  code: 'authors_tool_needed',
  status: 501,
  params: ['command', 'line'],
});

/** Exit code of a command that only the authors' tool has; 0, 1 and 2 mean what they mean everywhere. */
export const AUTHORS_EXIT_CODE = 3;

/**
 * Refuses the words of a command of the authors' tool; does nothing for others.
 * @param words without options
 * @throws AppError `authors_tool_needed`
 */
export function refuseAuthorsCommand(words: readonly string[]): void {
  const typed = words.slice(0, 2).join(' ');
  const found = Object.entries(AUTHORS_COMMANDS).find(([command]) => command === typed);
  if (found !== undefined) throw authorsToolNeeded.create({ command: found[0], line: found[1] });
}
