import { useFormat, useWords } from '@waypost/host-sdk';
import { ENQUIRY_FILTERS, type EnquiryFilter } from '../classify.ts';
import styles from './access-log.module.css';

export interface FilterButtonsProps {
  /** undefined: nothing was asked yet, so there is nothing to choose from. */
  filtered: Readonly<Record<EnquiryFilter, readonly unknown[]>> | undefined;
  value: EnquiryFilter;
  onChange: (filter: EnquiryFilter) => void;
}

/** One button for each filter, with how many records are behind it. */
export function FilterButtons({ filtered, value, onChange }: FilterButtonsProps) {
  const words = useWords();
  const format = useFormat();
  return (
    <section className={styles.filters} aria-label={words('qr.enquiry.filters')}>
      {ENQUIRY_FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.filter}
          aria-pressed={filter === value}
          disabled={filtered === undefined}
          onClick={() => onChange(filter)}
        >
          {words(`qr.enquiry.filter.${filter}`)}
          <span className={styles.count}>{format.number(filtered?.[filter].length ?? 0)}</span>
        </button>
      ))}
    </section>
  );
}
