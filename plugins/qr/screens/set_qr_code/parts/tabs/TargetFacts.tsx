import {
  CopyText,
  Facts,
  Panel,
  ReferenceTitle,
  RelativeTime,
  useFormat,
  useLocale,
  useWords,
} from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { targetName } from '../../../../codes/target-name.ts';
import { poolReference } from '../../../../pools/values.ts';
import type { Target } from '../../../qr_code_list/resource.ts';
import { ruleText } from '../rule-words.ts';
import styles from './tabs.module.css';

/** Where a code leads, for those who may look and not change. */
export function TargetFacts({ code }: { code: CodeRow }) {
  const words = useWords();
  const locale = useLocale();
  const format = useFormat();
  return (
    <Panel title={words('qr.code.targets')} text={words(`qr.code.rotation_model.${code.rotation_model}`)}>
      <ol className={styles.targets}>
        {code.targets.map((target, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the rotation is what a target is known by
          <li key={index}>
            <Place target={target} />
            <TargetLimits code={code} target={target} />
            {target.remark ? <span className={styles.minor}>{target.remark}</span> : null}
          </li>
        ))}
      </ol>
      {code.visit_rules.length === 0 ? null : (
        <>
          <h3 className={styles.minor}>{words('qr.code.visit_rules')}</h3>
          <ol className={styles.targets}>
            {code.visit_rules.map((rule, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order is what decides
              <li key={index}>{ruleText(rule, words, locale)}</li>
            ))}
          </ol>
        </>
      )}
      <Facts
        facts={[
          [words('qr.code.jump_type'), words(`qr.code.jump_type.${code.jump_type}`)],
          [
            words('qr.code.expires_at'),
            code.expires_at === null ? (
              words('qr.code.details.never')
            ) : (
              <RelativeTime key="expires" value={code.expires_at} mayLieAhead />
            ),
          ],
          ...(code.expires_after === null
            ? []
            : [[words('qr.code.expires_after'), format.number(code.expires_after)] as const]),
          ...(code.expired_target === null
            ? []
            : [[words('qr.code.expired_target'), code.expired_target] as const]),
          ...(code.remark === '' ? [] : [[words('qr.code.remark'), code.remark] as const]),
        ]}
      />
    </Panel>
  );
}

function Place({ target }: { target: Target }) {
  const words = useWords();
  const { pool, url } = target;
  if (pool !== undefined) return <ReferenceTitle reference={poolReference} ids={[pool]} />;
  if (url === undefined) return targetName(target, words);
  return [url, target.app_ios, target.app_android].map((address) =>
    address ? <CopyText key={address} value={address} /> : null,
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
