import { notify, useAction, useWords } from '@waypost/host-sdk';
import { checkWatchCall } from '../calls.ts';
import type { WatchRow } from '../row.ts';

/** Looks at a domain now, and says what was found. */
export function useCheck() {
  const words = useWords();
  const { run, isRunning } = useAction(checkWatchCall);
  const check = async ({ id, shown: name }: Pick<WatchRow, 'id' | 'shown'>): Promise<void> => {
    // A failure has been told by then.
    const answer = await run({ id }).catch(() => undefined);
    if (answer === undefined) return;
    const bad = answer.found.filter(({ finding }) => finding === 'bad');
    if (bad.length > 0) {
      const facets = bad.map(({ facet }) => words(`domain.watch.${facet}`)).join(', ');
      return notify.error(
        words(`domain.watch.check.${answer.state === 'failing' ? 'still' : 'bad'}`, { name, facets }),
      );
    }
    const reached = answer.found.filter(({ facet }) => facet !== 'registration' && facet !== 'certificate');
    const isKnown = reached.every(({ finding }) => finding === 'good');
    notify[isKnown ? 'success' : 'info'](
      words(`domain.watch.check.${isKnown ? 'good' : 'unknown'}`, { name }),
    );
  };
  return { check, isRunning };
}
