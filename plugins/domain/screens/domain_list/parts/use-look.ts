import { notify, type ThingHandle, useAction, usePermission, useWords } from '@waypost/host-sdk';
import { checkWatchCall } from '../../domain_monitor/calls.ts';
import { checkDomainCall } from '../calls.ts';
import type { DomainRow } from '../row.ts';

/** Looks at once whether a domain is proved and works, and shows what was found. */
export function useLook(domain: DomainRow, page: ThingHandle) {
  const words = useWords();
  const may = usePermission();
  const check = useAction(checkDomainCall);
  const watch = useAction(checkWatchCall, { isSilent: true });
  const look = async () => {
    const before = domain.state;
    // A failure has been told by then.
    const found = await check.run({ id: domain.id }).catch(() => undefined);
    if (found === undefined) return;
    if (found.state === 'proved' && before !== 'proved')
      notify.success(words('domain.notice.now_proved', { name: domain.shown }));
    page.reload();
    // How its DNS and HTTPS are is the watching's to say, which has not begun where it was proved just now.
    if (before === 'waiting' || !may('domain.watch:check')) return;
    await watch.run({ id: domain.id }).catch(() => undefined);
    page.reload();
  };
  return {
    mayLook: may('domain.domain:check') && domain.ended_time === null,
    isLooking: check.isRunning || watch.isRunning,
    look: () => void look(),
  };
}
