import { CopyText, Panel, RelativeTime, StatFigure, StatGrid, useFormat, useWords } from '@waypost/host-sdk';
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
        <Facts>
          <Fact label={words('qr.code.short_url')}>
            <CopyText value={code.short_url} />
          </Fact>
          <Fact label={words('qr.code.qr_url')}>
            <CopyText value={code.qr_url} />
          </Fact>
        </Facts>
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
        <Facts>
          <Fact label={words('qr.code.state')}>
            <CodeState code={code} />
          </Fact>
          <Fact label={words('qr.code.jump_type')}>{option('jump_type')}</Fact>
          <Fact label={words('qr.code.access_mode')}>{option('access_mode')}</Fact>
          <Fact label={words('qr.code.visit_restriction')}>{option('visit_restriction')}</Fact>
          <Fact label={words('qr.code.open_log')}>{option('open_log')}</Fact>
          <Fact label={words('qr.code.expires_at')}>
            {code.expires_at === null ? (
              words('qr.code.details.never')
            ) : (
              <RelativeTime value={code.expires_at} mayLieAhead />
            )}
          </Fact>
          <Fact label={words('qr.code.last_view_time')}>
            <RelativeTime value={code.last_view_time} />
          </Fact>
          <Fact label={words('qr.code.create_time')}>
            <RelativeTime value={code.create_time} />
          </Fact>
          {code.file_name ? <Fact label={words('qr.code.file_name')}>{code.file_name}</Fact> : null}
          {code.remark ? <Fact label={words('qr.code.remark')}>{code.remark}</Fact> : null}
        </Facts>
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

function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
