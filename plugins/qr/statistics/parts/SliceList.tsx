import {
  Button,
  EmptyState,
  PendingState,
  ShareBar,
  useFormat,
  useLocale,
  useWords,
} from '@waypost/host-sdk';
import type { Slice, Slices } from '../calls.ts';
import type { Dimension } from '../dimensions/values.ts';
import type { BreakdownsProps } from './breakdowns-props.ts';
import { Flag } from './Flag.tsx';
import { pressOf } from './press-of.ts';
import { sliceLabel } from './slice-label.ts';
import styles from './statistics.module.css';

/** Values of a panel; the drawer has all. */
export const SHOWN = 8;

type SliceTableProps = Pick<BreakdownsProps, 'state' | 'screen'> & {
  slices: readonly Slice[];
  dimension: Dimension;
  isOfVisitors: boolean;
  /** Looks at a value closer, where it can be. */
  onOpen?: (value: string) => (() => void) | undefined;
};

type SliceListProps = Omit<SliceTableProps, 'slices'> & {
  /** Undefined: not known yet. */
  slices: Slices | undefined;
  /** Why nothing is known. */
  error: unknown;
  onRetry: () => unknown;
  /** How many are expected. */
  lines?: number;
  /** Opens the drawer with all of them; left out where there are few. */
  onAll?: (dimension: Dimension) => void;
};

/** The most frequent values of a dimension, or why there are none, and the way to the others. */
export function SliceList({ slices, error, onRetry, onAll, lines = SHOWN, ...table }: SliceListProps) {
  const words = useWords();
  if (slices === undefined) return <PendingState error={error} onRetry={onRetry} lines={lines} height={24} />;
  if (slices.content.length === 0) return <EmptyState title={words('qr.statistics.empty.title')} />;
  return (
    <>
      <SliceTable {...table} slices={slices.content.slice(0, SHOWN)} />
      {onAll && slices.count > SHOWN ? (
        <div className={styles.more}>
          <Button kind="text" size="small" onClick={() => onAll(table.dimension)}>
            {words('qr.statistics.show_all', { count: slices.count })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Values of a dimension, each with its share as a bar; a press on one narrows the screen to it, or looks at it closer. */
function SliceTable({ slices, dimension, screen, state, isOfVisitors, onOpen }: SliceTableProps) {
  const words = useWords();
  const format = useFormat();
  const locale = useLocale();
  const most = Math.max(1, ...slices.map(({ view_number }) => view_number));
  return (
    <table className={styles.slices}>
      <colgroup>
        <col />
        <col className={styles.numberColumn} />
        <col className={styles.shareColumn} />
      </colgroup>
      <thead className="wp-visually-hidden">
        <tr>
          <th scope="col">{words(`qr.statistics.by.${dimension}`)}</th>
          <th scope="col">{words(isOfVisitors ? 'qr.statistics.visitors' : 'qr.statistics.view_number')}</th>
          <th scope="col">{words('qr.statistics.share')}</th>
        </tr>
      </thead>
      <tbody>
        {slices.map((slice) => {
          const label = sliceLabel(dimension, slice, words, locale);
          const open = onOpen?.(slice.value);
          const press = pressOf({ dimension, value: slice.value, screen, state });
          return (
            <tr key={slice.value}>
              <th scope="row">
                <ShareBar share={slice.view_number / most} />
                <span className={styles.sliceName} title={label}>
                  <Flag dimension={dimension} value={slice.value} />
                  {open !== undefined ? (
                    <button
                      type="button"
                      className={styles.pick}
                      aria-label={words('qr.statistics.places.open', { name: label })}
                      onClick={open}
                    >
                      {label}
                    </button>
                  ) : press === undefined ? (
                    label
                  ) : (
                    <button
                      type="button"
                      className={styles.pick}
                      aria-label={words('qr.statistics.only', { name: label })}
                      aria-pressed={press.isOn}
                      onClick={() => state.change(press.values)}
                    >
                      {label}
                    </button>
                  )}
                  {slice.short_code === '' ? null : <code className={styles.code}>{slice.short_code}</code>}
                </span>
              </th>
              <td className={styles.number}>{format.number(slice.view_number)}</td>
              <td className={styles.share}>{format.percent(slice.share)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
