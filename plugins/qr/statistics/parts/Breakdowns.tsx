import { useState } from 'react';
import type { Dimension } from '../calls.ts';
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
export function Breakdowns(props: BreakdownsProps) {
  const [whole, setWhole] = useState<Dimension>();
  const { screen, state } = props;
  const isByKind = screen.kind !== undefined || state.query.kind !== undefined;
  const panels = PANELS.map(({ name, dimensions }) => ({
    name,
    // Visits are not kept by two things at once.
    dimensions: isByKind
      ? dimensions.filter((one) => one !== 'code' && one !== 'domain' && one !== 'kind')
      : dimensions,
  })).filter(({ dimensions }) => dimensions.length > 0);
  return (
    <>
      <div className={styles.panels}>
        {panels.map(({ name, dimensions }) => (
          <BreakdownPanel
            key={name}
            name={name}
            dimensions={dimensions}
            isOfVisitors={isByKind}
            onAll={setWhole}
            {...props}
          />
        ))}
      </div>
      {whole === undefined ? null : (
        <SliceDrawer
          key={whole}
          dimension={whole}
          isOfVisitors={isByKind}
          onClose={() => setWhole(undefined)}
          {...props}
        />
      )}
    </>
  );
}
