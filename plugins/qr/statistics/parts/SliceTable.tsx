import { ShareBar, useFormat, useLocale, useWords } from '@waypost/host-sdk';
import type { Slice } from '../calls.ts';
import type { Dimension } from '../dimensions/values.ts';
import type { BreakdownsProps } from './breakdowns-props.ts';
import { Flag } from './Flag.tsx';
import { pressOf } from './press-of.ts';
import { sliceLabel } from './slice-label.ts';
import styles from './statistics.module.css';

/** Values of a dimension, each with its share as a bar; a press on one narrows the screen to it, or looks at it closer. */
export function SliceTable({
  slices,
  dimension,
  screen,
  state,
  isOfVisitors,
  onOpen,
}: Pick<BreakdownsProps, 'state' | 'screen'> & {
  slices: readonly Slice[];
  dimension: Dimension;
  isOfVisitors: boolean;
  /** Looks at a value closer, where it can be. */
  onOpen?: (value: string) => (() => void) | undefined;
}) {
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
