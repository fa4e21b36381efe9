import { IconClose } from '@arco-design/web-react/icon';
import { useLocale, useWords } from '@waypost/host-sdk';
import type { StatisticsScreen } from '../screens.ts';
import { sliceLabel } from './slice-label.ts';
import styles from './statistics.module.css';
import type { StatisticsState } from './use-statistics-state.ts';

/** What the figures are narrowed to, each with a press that takes it away, and what is not kept for it, in words. */
export function ActiveFilters({ screen, state }: { screen: StatisticsScreen; state: StatisticsState }) {
  const words = useWords();
  const locale = useLocale();
  const { kind, only } = state.asked;
  const narrowed =
    kind === undefined
      ? only && { key: 'only', by: only.by, value: only.value }
      : { key: 'kind', by: 'kind' as const, value: kind };
  if (narrowed === undefined) return null;
  const name = sliceLabel(narrowed.by, { value: narrowed.value, label: narrowed.value }, words, locale);
  return (
    <div className={styles.chips}>
      <Chip
        text={`${words(`qr.statistics.by.${narrowed.by}`)}: ${name}`}
        onRemove={() => state.change({ [narrowed.key]: undefined })}
      />
      <p className={styles.note} role="status">
        {words(noteKey(screen, narrowed.by), { name })}
      </p>
    </div>
  );
}

function noteKey(screen: StatisticsScreen, by: string): string {
  if (screen.kind !== undefined) return 'qr.statistics.note.not_on_computers';
  if (!screen.hasFilters) return 'qr.statistics.note.not_by_hour';
  return by === 'kind' ? 'qr.statistics.note.kind' : 'qr.statistics.note.only';
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const words = useWords();
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={words('qr.statistics.filter.remove', { name: text })}
      onClick={onRemove}
    >
      {text}
      <IconClose aria-hidden="true" />
    </button>
  );
}
