import { Select } from '@arco-design/web-react';
import { useQuery, useWords } from '@waypost/host-sdk';
import { STATISTICS } from '../screens.ts';
import type { StatisticsArea } from '../values.ts';
import styles from './statistics.module.css';

/** Which statistics are shown, where no tab of the menu says it. `name`: their key in the address. */
export function PresetSwitch({ name, current }: { name: string; current: StatisticsArea }) {
  const words = useWords();
  const [, set] = useQuery();
  return (
    <Select
      className={styles.kind ?? ''}
      aria-label={words('qr.statistics.preset')}
      value={current}
      options={STATISTICS.map(({ area }) => ({ value: area, label: words(`menu.${area}`) }))}
      onChange={(area: StatisticsArea) => set({ [name]: area === 'daily_statistics' ? undefined : area })}
    />
  );
}
