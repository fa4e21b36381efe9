import { Radio } from '@arco-design/web-react';
import { Panel, useCall, useFormat, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import type { Slices } from '../calls.ts';
import type { countedIn, Dimension } from '../dimensions/values.ts';
import type { BreakdownsProps } from './breakdowns-props.ts';
import { SHOWN, SliceList } from './SliceList.tsx';

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
      <SliceList
        slices={slices}
        error={error}
        onRetry={refetch}
        dimension={dimension}
        screen={props.screen}
        state={props.state}
        isOfVisitors={isOfVisitors}
        onAll={onAll}
      />
    </Panel>
  );
}

/** That they are counted from kept visits, and since when there are any; undefined where they are not, or it is not known yet. */
export function keptText(
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
