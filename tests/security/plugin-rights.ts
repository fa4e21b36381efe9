import { z } from 'zod';

const zRights = z.array(z.string()).readonly().optional();
/** What a plugin says of the rights of roles: `testing/rights.ts` in its folder. */
export const zPluginRights = z.strictObject({
  /** What each role has. */
  everyRole: zRights,
  /** What customers have beside it. */
  customer: zRights,
  /** What agents have beside it. */
  agent: zRights,
  administrator: zRights,
  /** Calls that everyone who has signed in may make, whatever the role. */
  signedIn: zRights,
});
export type PluginRights = z.input<typeof zPluginRights>;

/** Several rights of one noun: `verbs('books.shelf', 'read create')`. */
export const verbs = (noun: string, names: string): string[] =>
  names.split(' ').map((verb) => `${noun}:${verb}`);
