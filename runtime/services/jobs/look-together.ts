import type { JobRepository } from 'agenda';

type Look = JobRepository['getNextJobToRun'];

/** What is asked for in one moment. */
interface Moment {
  names: string[];
  until: Date;
  lockedBefore: Date;
}

/**
 * Looks for due jobs of all names at once. Agenda takes a job of each name that is defined, of dozens of them every two
 * seconds, and finds next to none: of many names that are asked for in one moment only those are looked at of which there
 * is a job to take.
 * @param dueAmong names of jobs that are due by a moment, or whose lock is older than another
 */
export function lookTogether(look: Look, dueAmong: (moment: Moment) => Promise<Iterable<unknown>>): Look {
  let gathered: (Moment & { due: Promise<Set<unknown>> }) | undefined;
  const gather = () => {
    const moment: Moment = { names: [], until: new Date(0), lockedBefore: new Date(0) };
    // Behind everything that is asked for in this moment.
    const due = Promise.resolve().then(async () => {
      gathered = undefined;
      return new Set<unknown>(moment.names.length > 1 ? await dueAmong(moment) : moment.names);
    });
    return Object.assign(moment, { due });
  };
  return async (name, until, lockedBefore, ...rest) => {
    gathered ??= gather();
    const { names, due } = gathered;
    names.push(name);
    // One that is due a little later is looked at for nothing; one that was left out would wait.
    if (until > gathered.until) gathered.until = until;
    if (lockedBefore > gathered.lockedBefore) gathered.lockedBefore = lockedBefore;
    return (await due).has(name) ? look(name, until, lockedBefore, ...rest) : undefined;
  };
}
