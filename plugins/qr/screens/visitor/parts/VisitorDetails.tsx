import { CopyText, Facts, RelativeTime, useFormat, useWords } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { CodeLink } from '../../../codes/parts/CodeLink.tsx';
import { AddressFact } from '../../../places/AddressFact.tsx';
import type { Visitor } from '../calls.ts';
import { deviceName } from '../device-name.ts';
import { VisitorPlace } from './VisitorPlace.tsx';

/** Everything known of one visitor. */
export function VisitorDetails({ visitor }: { visitor: Visitor }) {
  const words = useWords();
  const format = useFormat();
  const facts: [string, ReactNode][] = [
    ['ip', <AddressFact key="ip" ip={visitor.ip} />],
    ['name', <CodeLink key="code" id={visitor.link} name={visitor.name} />],
    ['location', <VisitorPlace key="place" visitor={visitor} />],
    ['device', deviceName(visitor, words)],
    ['system', visitor.system || words('qr.visit.unknown')],
    ['app', words.first([`qr.visit.app.${visitor.app}`, visitor.app])],
    ['browser', visitor.browser || words('qr.visit.unknown')],
    ['referrer', visitor.referrer || words('qr.visit.referrer.none')],
    ['count', format.number(visitor.count)],
    ['first_time', <RelativeTime key="first" value={visitor.first_time} />],
    ['last_time', <RelativeTime key="last" value={visitor.last_time} />],
    [
      'user_agent',
      visitor.user_agent === '' ? (
        words('qr.visit.unknown')
      ) : (
        <CopyText key="agent" value={visitor.user_agent} isWhole />
      ),
    ],
  ];
  return <Facts facts={facts.map(([name, value]) => [words(`qr.visit.${name}`), value])} />;
}
