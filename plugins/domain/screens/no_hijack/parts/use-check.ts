import { notify, useAction, useWords } from '@waypost/host-sdk';
import { checkHijackCall } from '../calls.ts';
import type { HijackRow } from '../row.ts';

/** Checks a domain now, and says what was found. */
export function useCheck() {
  const words = useWords();
  const { run, isRunning } = useAction(checkHijackCall);
  const check = async ({ id, shown: name }: Pick<HijackRow, 'id' | 'shown'>): Promise<void> => {
    // A failure has been told by then.
    const answer = await run({ id }).catch(() => undefined);
    if (answer === undefined) return;
    const findings = [answer.answers.finding, answer.site.finding];
    if (findings.includes('bad'))
      return notify.error(
        words(`domain.hijack.check.${answer.state === 'differs' ? 'still' : 'bad'}`, { name }),
      );
    const isKnown = findings.every((finding) => finding === 'good');
    notify[isKnown ? 'success' : 'info'](
      words(`domain.hijack.check.${isKnown ? 'good' : 'unknown'}`, { name }),
    );
  };
  return { check, isRunning };
}
