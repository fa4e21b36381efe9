import {
  CopyText,
  Facts,
  Panel,
  RelativeTime,
  StatFigure,
  StatGrid,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import type { Target } from '../../screens/qr_code_list/resource.ts';
import type { CodeRow } from '../code-row.ts';
import { CodeState } from './CodeState.tsx';
import styles from './code-details.module.css';
import { DownloadPanel } from './DownloadPanel.tsx';
import { FreezeNotice } from './FreezeNotice.tsx';
import { targetName } from './TargetSummary.tsx';

/** Everything about one code: figures, picture, where it leads, how visitors get there. */
export function CodeDetails({ code, isOperator = false }: { code: CodeRow; isOperator?: boolean }) {
  const words = useWords();
  const option = (field: 'jump_type' | 'access_mode' | 'visit_restriction' | 'open_log' | 'rotation_model') =>
    words(`qr.code.${field}.${code[field]}`);
  const settings: [string, ReactNode][] = [
    ['state', <CodeState key="state" code={code} />],
    ['jump_type', option('jump_type')],
    ['access_mode', option('access_mode')],
    ['visit_restriction', option('visit_restriction')],
    ['open_log', option('open_log')],
    [
      'expires_at',
      code.expires_at === null ? (
        words('qr.code.details.never')
      ) : (
        <RelativeTime key="expires" value={code.expires_at} mayLieAhead />
      ),
    ],
    ['last_view_time', <RelativeTime key="last" value={code.last_view_time} />],
    ['create_time', <RelativeTime key="created" value={code.create_time} />],
    ...['file_name' as const, 'remark' as const].flatMap((field): [string, ReactNode][] =>
      code[field] ? [[field, code[field]]] : [],
    ),
  ];
  return (
    <div className={styles.details}>
      <FreezeNotice code={code} isOperator={isOperator} />
      <div className={styles.figures}>
        <StatGrid>
          <StatFigure label={words('qr.code.view_number')} value={code.view_number} />
          <StatFigure label={words('qr.code.ip_view_number')} value={code.ip_view_number} />
          <StatFigure label={words('qr.code.bot_view_number')} value={code.bot_view_number} />
        </StatGrid>
      </div>
      <Panel title={words('qr.code.picture')}>
        <DownloadPanel code={code} />
        <div className={styles.addresses}>
          <Facts
            facts={[
              [words('qr.code.short_url'), <CopyText key="short" value={code.short_url} />],
              [words('qr.code.qr_url'), <CopyText key="qr" value={code.qr_url} />],
            ]}
          />
        </div>
      </Panel>
      <Panel title={words('qr.code.details.targets')} text={option('rotation_model')}>
        <ol className={styles.targets}>
          {code.targets.map((target, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place in the rotation is what a target is known by
            <li key={index}>
              {target.url === undefined ? targetName(target, words) : <CopyText value={target.url} />}
              <TargetLimits code={code} target={target} />
              {target.remark ? <span className={styles.minor}>{target.remark}</span> : null}
            </li>
          ))}
        </ol>
      </Panel>
      <Panel title={words('qr.code.details.settings')}>
        <Facts facts={settings.map(([name, value]) => [words(`qr.code.${name}`), value])} />
      </Panel>
    </div>
  );
}

function TargetLimits({ code, target }: { code: CodeRow; target: Target }) {
  const words = useWords();
  const format = useFormat();
  if (code.targets.length < 2 || code.rotation_model === 3) return null;
  const text =
    code.rotation_model === 2
      ? words('qr.code.details.weight', { count: format.number(target.weight ?? 1) })
      : target.threshold === undefined
        ? words('qr.code.details.no_threshold')
        : words('qr.code.details.threshold', { count: format.number(target.threshold) });
  return <span className={styles.minor}>{text}</span>;
}
