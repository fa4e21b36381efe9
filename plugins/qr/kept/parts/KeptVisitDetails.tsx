import { CopyText, Facts, useFormat, useWords } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { AddressFact } from '../../places/AddressFact.tsx';
import { deviceName } from '../../screens/visitor/device-name.ts';
import { VisitorPlace } from '../../screens/visitor/parts/VisitorPlace.tsx';
import type { KeptTarget, KeptVisitRow } from '../calls.ts';
import { keptTargetName } from './target-name.ts';

/** Everything that is kept of one visit. */
export function KeptVisitDetails({
  visit,
  targets,
}: {
  visit: KeptVisitRow;
  targets: readonly KeptTarget[];
}) {
  const words = useWords();
  const format = useFormat();
  const facts: [string, ReactNode][] = [
    ['time', format.dateTime(visit.time)],
    ['ip', <AddressFact key="ip" ip={visit.ip} />],
    ['location', <VisitorPlace key="place" visitor={visit} />],
    ['kind', words(`qr.kept_visit.kind.${visit.kind}`)],
    ['device', deviceName(visit, words)],
    ['system', visit.system || words('qr.visit.unknown')],
    ['app', words.first([`qr.visit.app.${visit.app}`, visit.app])],
    ['browser', visit.browser || words('qr.visit.unknown')],
    ['target', keptTargetName(targets, visit.target, words)],
    ['is_crawler', words(visit.is_crawler ? 'qr.kept_visit.crawler.yes' : 'qr.kept_visit.crawler.no')],
    ['referrer', visit.referrer || words('qr.visit.referrer.none')],
    [
      'user_agent',
      visit.user_agent === '' ? (
        words('qr.visit.unknown')
      ) : (
        <CopyText key="agent" value={visit.user_agent} isWhole />
      ),
    ],
  ];
  return <Facts facts={facts.map(([name, value]) => [words(`qr.kept_visit.${name}`), value])} />;
}
