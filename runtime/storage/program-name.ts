/** Our programs that open the store themselves. Plugins in processes of their own are told apart by the proxy between. */
export type ProgramName = 'server' | 'aggregator' | 'command' | 'plugin';

const PREFIX = 'waypost ';

/** What a program calls itself to the database: `appName` of its connections. */
export const programName = (program: ProgramName): string => `${PREFIX}${program}`;

/** Whether a name is one of our own programs'. Plugins from outside cannot take one: the proxy strips what they say. */
export const isOurProgram = (name: string): boolean => name.startsWith(PREFIX);
