import { Select } from '@arco-design/web-react';
import { useQuery, useQuietBox, useWords } from '@waypost/host-sdk';
import type { KeptTarget } from '../calls.ts';
import styles from './kept.module.css';
import { keptTargetName } from './target-name.ts';

/** Narrows the list to where visits were led to; kept in the address as `target`. */
export function TargetFilter({ targets }: { targets: readonly KeptTarget[] }) {
  const words = useWords();
  const [params, set] = useQuery();
  const chosen = params.get('target');
  const select = useQuietBox();
  return (
    <Select
      ref={select}
      {...(styles.filter ? { className: styles.filter } : {})}
      aria-label={words('qr.kept_visit.target')}
      placeholder={words('qr.kept_visit.target.all')}
      {...(chosen === null ? {} : { value: chosen })}
      allowClear
      options={targets.map(({ key }) => ({ value: String(key), label: keptTargetName(targets, key, words) }))}
      onChange={(value: string | undefined) => set({ target: value, page: undefined })}
    />
  );
}
