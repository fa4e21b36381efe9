import { useState } from 'react';
import type { Dimension, StatisticsQuery } from '../calls.ts';
import type { StatisticsScreen } from '../screens.ts';
import { BreakdownPanel } from './BreakdownPanel.tsx';
import type { BreakdownsProps } from './breakdowns-props.ts';
import { SliceDrawer } from './SliceDrawer.tsx';
import styles from './statistics.module.css';

/** Each panel answers one question: which codes, where from, with what, through what. */
const PANELS: readonly { name: string; dimensions: readonly Dimension[] }[] = [
  { name: 'codes', dimensions: ['code', 'domain'] },
  { name: 'places', dimensions: ['region', 'isp'] },
  { name: 'devices', dimensions: ['kind', 'system', 'device'] },
  { name: 'sources', dimensions: ['app', 'browser', 'referrer'] },
];

/** What the visits of the range are made of. */
export function Breakdowns({ isOneCode, ...props }: BreakdownsProps & { isOneCode: boolean }) {
  const [whole, setWhole] = useState<Dimension>();
  const { screen, state } = props;
  const narrowedBy = dimensionOf(screen, state.query);
  const panels = PANELS.map(({ name, dimensions }) => ({
    name,
    dimensions: dimensions.filter((one) => isKnown(one, { screen, narrowedBy, isOneCode })),
  })).filter(({ dimensions }) => dimensions.length > 0);
  const isOfVisitors = (dimension: Dimension): boolean =>
    narrowedBy !== undefined && dimension !== narrowedBy;
  return (
    <>
      <div className={styles.panels}>
        {panels.map(({ name, dimensions }) => (
          <BreakdownPanel
            key={name}
            name={name}
            dimensions={dimensions}
            isOfVisitors={isOfVisitors}
            onAll={setWhole}
            {...props}
          />
        ))}
      </div>
      {whole === undefined ? null : (
        <SliceDrawer
          key={whole}
          dimension={whole}
          isOfVisitors={isOfVisitors(whole)}
          onClose={() => setWhole(undefined)}
          {...props}
        />
      )}
    </>
  );
}

/** The dimension that the figures are narrowed by a value of. */
function dimensionOf({ kind }: StatisticsScreen, query: StatisticsQuery): Dimension | undefined {
  return kind !== undefined || query.kind !== undefined ? 'kind' : query.only?.by;
}

/** Codes are not kept by another thing at once; one code, and computers only, are not divided into themselves. */
function isKnown(
  dimension: Dimension,
  {
    screen,
    narrowedBy,
    isOneCode,
  }: { screen: StatisticsScreen; narrowedBy: Dimension | undefined; isOneCode: boolean },
): boolean {
  if (dimension === 'code' || dimension === 'domain') return narrowedBy === undefined && !isOneCode;
  return dimension !== 'kind' || screen.kind === undefined;
}
