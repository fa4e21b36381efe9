import { readFileSync } from 'node:fs';

/** What crawler-user-agents (MIT) knows of one program. */
export interface KnownProgram {
  pattern: string;
  /** User agents that it was seen with. */
  instances: readonly string[];
}

interface ListedProgram extends KnownProgram {
  tags?: readonly string[];
}

/** What programs send that were given no name by whoever wrote them. */
const LIBRARY = 'http-library';

/** The list of crawlers, previews and monitors, and beside them the libraries that anything may be made with. */
export function readCrawlerList(): { crawlers: KnownProgram[]; libraries: KnownProgram[] } {
  const file = new URL('crawler-user-agents.json', import.meta.resolve('crawler-user-agents'));
  const listed = JSON.parse(readFileSync(file, 'utf8')) as ListedProgram[];
  const isLibrary = ({ tags = [] }: ListedProgram): boolean => tags.includes(LIBRARY);
  return { crawlers: listed.filter((one) => !isLibrary(one)), libraries: listed.filter(isLibrary) };
}
