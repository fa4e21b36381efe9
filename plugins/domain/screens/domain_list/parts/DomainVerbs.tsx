import { IconMore, IconRefresh, IconSwap } from '@arco-design/web-react/icon';
import {
  Button,
  confirmDanger,
  MenuButton,
  type MenuItem,
  notify,
  type ThingHandle,
  useAction,
  useGo,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { BeginDrawer } from '../../hold_domain/parts/BeginDrawer.tsx';
import { useSpareVerbs } from '../../hold_domain/parts/use-spare-verbs.tsx';
import { giveBackCall, releaseDomainCall, retireCall } from '../calls.ts';
import type { DomainRow } from '../row.ts';
import { AssignDrawer } from './AssignDrawer.tsx';
import { MoveDrawer } from './MoveDrawer.tsx';
import { useLook } from './use-look.ts';

interface VerbsProps {
  domain: DomainRow;
  page: ThingHandle;
}

/** What can be done with a domain from whichever tab. */
export function DomainVerbs({ domain, page }: VerbsProps) {
  const words = useWords();
  const may = usePermission();
  const [open, setOpen] = useState<'move' | 'assign' | 'take_over'>();
  const go = useGo();
  const spareVerbs = useSpareVerbs(domain, { onBegin: () => setOpen('take_over'), onDone: page.reload });
  const items = [...spareVerbs, ...useMoreVerbs({ domain, page }, () => setOpen('assign'))];
  const { mayLook, isLooking, look } = useLook(domain, page);
  return (
    <>
      {mayLook ? (
        <Button
          kind={domain.state === 'waiting' || domain.state === 'lost' ? 'primary' : 'secondary'}
          icon={<IconRefresh />}
          isBusy={isLooking}
          onClick={look}
        >
          {words('domain.check.verb')}
        </Button>
      ) : null}
      {may('domain.domain:replace') && domain.state !== 'waiting' ? (
        <Button icon={<IconSwap />} onClick={() => setOpen('move')}>
          {words('domain.move.action')}
        </Button>
      ) : null}
      {items.length === 0 ? null : (
        <MenuButton
          label={`${words('list.more_actions')}: ${domain.shown}`}
          icon={<IconMore />}
          items={items}
        />
      )}
      {open === 'move' ? <MoveDrawer domain={domain} onClose={() => setOpen(undefined)} /> : null}
      {open === 'take_over' ? (
        <BeginDrawer
          domain={domain}
          onClose={() => setOpen(undefined)}
          onDone={(id) => go('hold_domain', { id })}
        />
      ) : null}
      {open === 'assign' ? (
        <AssignDrawer domain={domain} onClose={() => setOpen(undefined)} onDone={page.reload} />
      ) : null}
    </>
  );
}

function useMoreVerbs({ domain, page }: VerbsProps, onAssign: () => void): MenuItem[] {
  const words = useWords();
  const go = useGo();
  const may = usePermission();
  const release = useAction(releaseDomainCall, { isSilent: true });
  const giveBack = useAction(giveBackCall, { isSilent: true });
  const retire = useAction(retireCall, { isSilent: true });
  const { id, shown: name, is_platform, ended_time, owner_account, code_number, state } = domain;
  if (ended_time !== null) return [];
  const ending = (kind: 'release' | 'give_back' | 'retire', run: () => Promise<unknown>): MenuItem => ({
    name: kind,
    label: words(`domain.${kind}.verb`),
    isDangerous: true,
    onSelect: () =>
      void confirmDanger({
        title: words(`domain.${kind}.title`, { name }),
        text: code_number
          ? words(`domain.${kind}.text.codes`, { count: code_number })
          : words(`domain.${kind}.text`),
        verb: words(`domain.${kind}.verb`),
        run: async () => {
          await run();
          if (kind !== 'give_back' && state !== 'waiting') return page.reload();
          // There is nothing of it to show any more.
          notify.success(words(`domain.${kind}.done`, { name }));
          go('domain_list');
        },
      }),
  });
  const isLent = is_platform && owner_account !== '';
  const offered: (MenuItem | false)[] = [
    is_platform &&
      may('domain.platform:assign') && {
        name: 'assign',
        label: words('domain.platform.assign'),
        onSelect: onAssign,
      },
    isLent &&
      may('domain.domain:apply') &&
      !may('domain.platform:assign') &&
      ending('give_back', () => giveBack.run({ id })),
    is_platform && may('domain.platform:retire') && ending('retire', () => retire.run({ id })),
    !is_platform && may('domain.domain:release') && ending('release', () => release.run({ id })),
  ];
  return offered.filter((item) => item !== false);
}
