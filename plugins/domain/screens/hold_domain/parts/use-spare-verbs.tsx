import {
  confirm,
  type MenuItem,
  notify,
  useAction,
  usePermission,
  useUser,
  useWords,
} from '@waypost/host-sdk';
import type { DomainRow } from '../../domain_list/row.ts';
import { keepSpareCall } from '../calls.ts';

/** What the page of a domain offers of the reserve: to keep it for the owner's others, and to let a spare take over from it. */
export function useSpareVerbs(
  domain: DomainRow,
  { onBegin, onDone }: { onBegin: () => void; onDone: () => void },
): MenuItem[] {
  const words = useWords();
  const may = usePermission();
  const user = useUser();
  const keep = useAction(keepSpareCall);
  const { id, shown: name, owner, is_spare, state } = domain;
  const isHeld = state === 'proved' || state === 'lost';
  if (!isHeld) return [];
  const change = async () => {
    const kind = is_spare ? 'unkeep' : 'keep';
    const question = {
      title: words('domain.spare.keep.title', { name }),
      text: words('domain.spare.keep.text', { name }),
      verb: words('domain.spare.keep.verb'),
      isDangerous: false,
    };
    if (!is_spare && !(await confirm(question))) return;
    // A failure has been told by then.
    const isDone = await keep.run({ id, is_spare: !is_spare }).then(
      () => true,
      () => false,
    );
    if (!isDone) return;
    notify.success(words(`domain.spare.${kind}.done`, { name }));
    onDone();
  };
  const offered: (MenuItem | false)[] = [
    may('domain.spare:keep_spare') &&
      owner === user?.id && {
        name: 'keep_spare',
        label: words(`domain.spare.${is_spare ? 'unkeep' : 'keep'}.verb`),
        onSelect: () => void change(),
      },
    may('domain.take_over:take_over') && {
      name: 'take_over',
      label: words('domain.take_over.begin.verb'),
      onSelect: onBegin,
    },
  ];
  return offered.filter((item) => item !== false);
}
