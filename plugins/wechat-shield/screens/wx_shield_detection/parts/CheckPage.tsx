import type { RowOf } from '@waypost/contract';
import { Panel, RelativeTime, ThingPage, useWords } from '@waypost/host-sdk';
import { StatusTag } from '../../../parts/StatusTag.tsx';
import { Votes } from '../../../parts/Votes.tsx';
import { checkResource } from '../resource.ts';

type Check = RowOf<typeof checkResource>;

/** The page of one check: what each provider said. */
export function CheckPage() {
  return (
    <ThingPage
      resource={checkResource}
      back={{ screen: 'wx_shield_detection', label: 'menu.wx_shield_detection' }}
      state={({ status }) => <StatusTag status={status} />}
      facts={(check) => <Line check={check} />}
      tabs={[
        { name: 'votes', title: 'wechat-shield.check.votes', content: (check) => <Said check={check} /> },
      ]}
    />
  );
}

function Line({ check: { time, reason } }: { check: Check }) {
  const words = useWords();
  return (
    <span>
      <RelativeTime value={time} /> · {words(`wechat-shield.check.reason.${reason}`)}
    </span>
  );
}

function Said({ check: { votes, quorum } }: { check: Check }) {
  const words = useWords();
  return (
    <Panel
      title={words('wechat-shield.votes.title')}
      text={words('wechat-shield.votes.text', { count: quorum })}
    >
      <Votes votes={votes} />
    </Panel>
  );
}
