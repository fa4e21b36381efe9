import { Radio } from '@arco-design/web-react';
import {
  Button,
  EmptyState,
  ErrorState,
  Panel,
  ShareBar,
  Skeleton,
  useCall,
  useFormat,
  useLocale,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import type { Slice, Slices } from '../calls.ts';
import type { countedIn, Dimension } from '../dimensions/values.ts';
import type { BreakdownsProps } from './breakdowns-props.ts';
import { Flag } from './Flag.tsx';
import { pressOf } from './press-of.ts';
import { sliceLabel } from './slice-label.ts';
import styles from './statistics.module.css';

const SHOWN = 8;

export interface BreakdownPanelProps extends BreakdownsProps {
  name: string;
  dimensions: readonly Dimension[];
  /** What the figures of a dimension are. */
  countsIn: (dimension: Dimension) => ReturnType<typeof countedIn>;
  onAll: (dimension: Dimension) => void;
}

/** The most frequent values of a dimension, each with its share as a bar; a press on one narrows the screen to it. */
export function BreakdownPanel(props: BreakdownPanelProps) {
  const { name, dimensions, calls, query, isEnabled, countsIn, onAll } = props;
  const words = useWords();
  const format = useFormat();
  const [chosen, setChosen] = useState<Dimension>();
  const dimension =
    chosen !== undefined && dimensions.includes(chosen) ? chosen : (dimensions[0] as Dimension);
  const { data, error, refetch, isPlaceholderData } = useCall(
    calls.breakdown,
    { ...query, dimension, page_size: SHOWN },
    { enabled: isEnabled },
  );
  const slices = isPlaceholderData ? undefined : data;
  const isOfVisitors = countsIn(dimension) === 'visitors';
  const about = isOfVisitors ? words('qr.statistics.of_visitors') : keptText(slices, words, format);
  return (
    <Panel
      title={words(`qr.statistics.panel.${name}`)}
      {...(about === undefined ? {} : { text: about })}
      actions={
        dimensions.length > 1 ? (
          <Radio.Group
            type="button"
            size="small"
            aria-label={words(`qr.statistics.panel.${name}`)}
            value={dimension}
            options={dimensions.map((value) => ({ value, label: words(`qr.statistics.by.${value}`) }))}
            onChange={setChosen}
          />
        ) : null
      }
    >
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : slices === undefined ? (
        <Skeleton lines={SHOWN} height={24} />
      ) : slices.content.length === 0 ? (
        <EmptyState title={words('qr.statistics.empty.title')} />
      ) : (
        <SliceTable
          slices={slices.content}
          dimension={dimension}
          screen={props.screen}
          state={props.state}
          isOfVisitors={isOfVisitors}
        />
      )}
      {slices !== undefined && slices.count > SHOWN ? (
        <div className={styles.more}>
          <Button kind="text" size="small" onClick={() => onAll(dimension)}>
            {words('qr.statistics.show_all', { count: slices.count })}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

/** That they are counted from kept visits, and since when there are any; undefined where they are not, or it is not known yet. */
function keptText(
  slices: Slices | undefined,
  words: ReturnType<typeof useWords>,
  format: ReturnType<typeof useFormat>,
): string | undefined {
  const since = slices?.kept_since;
  if (since === undefined) return undefined;
  return since === null
    ? words('qr.statistics.of_kept.none')
    : words('qr.statistics.of_kept', { time: format.dateTime(since) });
}

function SliceTable({
  slices,
  dimension,
  screen,
  state,
  isOfVisitors,
}: Pick<BreakdownPanelProps, 'state' | 'screen'> & {
  slices: readonly Slice[];
  dimension: Dimension;
  isOfVisitors: boolean;
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
          const press = pressOf({ dimension, value: slice.value, screen, state });
          return (
            <tr key={slice.value}>
              <th scope="row">
                <ShareBar share={slice.view_number / most} />
                <span className={styles.sliceName} title={label}>
                  <Flag dimension={dimension} value={slice.value} />
                  {press === undefined ? (
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
