import { useState } from 'react';
import type { StatisticsQuery } from '../calls.ts';
import {
  countedIn,
  DIMENSION_INFO,
  DIMENSIONS,
  type Dimension,
  isOfCodes,
  isOfPlaces,
} from '../dimensions/values.ts';
import type { StatisticsScreen } from '../screens.ts';
import { BreakdownPanel } from './BreakdownPanel.tsx';
import type { BreakdownsProps } from './breakdowns-props.ts';
import { PlacesPanel } from './PlacesPanel.tsx';
import { ScansPanel } from './ScansPanel.tsx';
import { SliceDrawer } from './SliceDrawer.tsx';
import styles from './statistics.module.css';

/** Each panel answers one question: which codes, in what network, with what, through what, by which campaign, by picture or link. Where from is on the map. */
const PANELS = [
  ...Map.groupBy(
    DIMENSIONS.filter((one) => !isOfPlaces(one)),
    (one) => DIMENSION_INFO[one].panel,
  ),
].map(([name, dimensions]) => ({ name, dimensions }));

/** What the visits of the range are made of. */
export function Breakdowns({ isOneCode, ...props }: BreakdownsProps & { isOneCode: boolean }) {
  const [whole, setWhole] = useState<Dimension>();
  const { screen, state } = props;
  const narrowedBy = dimensionOf(screen, state.query);
  // By day they are kept of all visits, not of those with another value.
  const hasCourse = screen.hasFilters && (narrowedBy === undefined || narrowedBy === 'entry');
  const panels = PANELS.filter(({ name }) => !(hasCourse && name === 'entries'))
    .map(({ name, dimensions }) => ({
      name,
      dimensions: dimensions.filter((one) =>
        isKnown(one, { screen, isOneCode, isOfOne: isOneCode || props.query.link !== undefined }),
      ),
    }))
    .filter(({ dimensions }) => dimensions.length > 0);
  const countsIn = (dimension: Dimension) => countedIn(dimension, narrowedBy);
  return (
    <>
      {hasCourse ? <ScansPanel {...props} /> : null}
      <PlacesPanel countsIn={countsIn} onAll={setWhole} {...props} />
      <div className={styles.panels}>
        {panels.map(({ name, dimensions }) => (
          <BreakdownPanel
            key={name}
            name={dimensions.every((one) => DIMENSION_INFO[one].isOfOneCode) ? 'targets' : name}
            dimensions={dimensions}
            countsIn={countsIn}
            onAll={setWhole}
            {...props}
          />
        ))}
      </div>
      {whole === undefined ? null : (
        <SliceDrawer
          key={whole}
          dimension={whole}
          isOfVisitors={countsIn(whole) === 'visitors'}
          onClose={() => setWhole(undefined)}
          {...props}
          query={whole === 'country' ? props.query : { ...props.query, country: state.country }}
        />
      )}
    </>
  );
}

/** The dimension that the figures are narrowed by a value of. */
function dimensionOf({ kind }: StatisticsScreen, query: StatisticsQuery): Dimension | undefined {
  return kind !== undefined || query.kind !== undefined ? 'kind' : query.only?.by;
}

/** One code, and computers only, are not divided into themselves; targets of many codes are not held against each other. */
function isKnown(
  dimension: Dimension,
  {
    screen,
    isOneCode,
    isOfOne,
  }: {
    screen: StatisticsScreen;
    /** The page is one code's. */
    isOneCode: boolean;
    /** The figures are one code's. */
    isOfOne: boolean;
  },
): boolean {
  if (isOfCodes(dimension)) return !isOneCode;
  if (DIMENSION_INFO[dimension].isOfOneCode) return isOfOne;
  return dimension !== 'kind' || screen.kind === undefined;
}
