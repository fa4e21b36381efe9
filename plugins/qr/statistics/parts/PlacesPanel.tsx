import { Radio } from '@arco-design/web-react';
import { CHINA_CODES, PAGE_SIZE_MAX } from '@waypost/contract';
import { Panel, Skeleton, useCall, useFormat, useLocale, useWords } from '@waypost/host-sdk';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Slice } from '../calls.ts';
import { type BreakdownPanelProps, keptText } from './BreakdownPanel.tsx';
import { Flag } from './Flag.tsx';
import styles from './places.module.css';
import { SHOWN, SliceList } from './SliceList.tsx';
import { sliceLabel } from './slice-label.ts';

/** The shapes of the world are as large as the rest of the screen. */
const WorldMap = lazy(() => import('../map/WorldMap.tsx').then((module) => ({ default: module.WorldMap })));

const isCountry = (value: string): boolean => /^[A-Z]{2}$/.test(value);

/** How closely a country's visits are known: of China by region and city, of its regions with a code of their own by city. */
function closerBy(country: string): readonly ['region' | 'city', ...('region' | 'city')[]] {
  if (country === 'CN') return ['region', 'city'];
  return CHINA_CODES.includes(country) ? ['city'] : ['region'];
}

/** Where visits came from: the world as a map and, beside it, the same as a list; a press on a country shows its regions and cities. */
export function PlacesPanel(props: Omit<BreakdownPanelProps, 'name' | 'dimensions'>) {
  const { calls, query, state, isEnabled, countsIn, onAll } = props;
  const words = useWords();
  const format = useFormat();
  const locale = useLocale();
  const [chosen, setChosen] = useState<'region' | 'city'>('region');
  const { country } = state;
  const closer = country === undefined ? undefined : closerBy(country);
  const dimension = closer === undefined ? 'country' : closer.includes(chosen) ? chosen : closer[0];
  const isOfVisitors = countsIn(dimension) === 'visitors';
  const world = useCall(
    calls.breakdown,
    { ...query, dimension: 'country', page_size: PAGE_SIZE_MAX },
    { enabled: isEnabled },
  );
  const inside = useCall(
    calls.breakdown,
    { ...query, dimension, country, page_size: SHOWN },
    { enabled: isEnabled && country !== undefined },
  );
  const { data, error, refetch, isPlaceholderData } = country === undefined ? world : inside;
  const slices = isPlaceholderData ? undefined : data;
  const about = isOfVisitors ? words('qr.statistics.of_visitors') : keptText(slices, words, format);
  const list = useListFocus(country);
  const nameOf = (slice: Pick<Slice, 'value' | 'label'>) => sliceLabel('country', slice, words, locale);
  const figures = (world.data?.content ?? [])
    .filter(({ value }) => isCountry(value))
    .map((slice) => ({ ...slice, code: slice.value, name: nameOf(slice) }));
  // Of visits that nobody can place a map shows nothing.
  const hasMap = country !== undefined || world.data === undefined || figures.length > 0;
  const open = (value: string | undefined) => state.change({ country: value });
  return (
    <Panel
      title={words('qr.statistics.panel.places')}
      {...(about === undefined ? {} : { text: about })}
      actions={
        closer !== undefined && closer.length > 1 ? (
          <Radio.Group
            type="button"
            size="small"
            aria-label={words('qr.statistics.panel.places')}
            value={dimension}
            options={closer.map((value) => ({ value, label: words(`qr.statistics.by.${value}`) }))}
            onChange={setChosen}
          />
        ) : null
      }
    >
      <div className={hasMap ? styles.places : undefined}>
        {hasMap ? (
          <Suspense fallback={<Skeleton lines={SHOWN} height={24} />}>
            <WorldMap
              title={words('qr.statistics.map')}
              valueLabel={words(isOfVisitors ? 'qr.statistics.visitors' : 'qr.statistics.view_number')}
              figures={figures}
              country={country}
              onOpen={open}
            />
          </Suspense>
        ) : null}
        <div className={styles.list} ref={list} tabIndex={-1}>
          {country === undefined ? null : (
            <nav className={styles.path} aria-label={words('qr.statistics.panel.places')}>
              <button type="button" onClick={() => open(undefined)}>
                {words('qr.statistics.places.world')}
              </button>
              <span aria-hidden="true">/</span>
              <span aria-current="page">
                <Flag dimension="country" value={country} /> {nameOf({ value: country, label: country })}
              </span>
            </nav>
          )}
          <SliceList
            slices={slices}
            error={error}
            onRetry={refetch}
            dimension={dimension}
            screen={props.screen}
            state={state}
            isOfVisitors={isOfVisitors}
            onOpen={(value) => (dimension === 'country' && isCountry(value) ? () => open(value) : undefined)}
            onAll={onAll}
          />
          {country === undefined || CHINA_CODES.includes(country) ? null : (
            <p className={styles.note}>{words('qr.statistics.places.no_regions')}</p>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** The button that was pressed goes with the list that it stood in: the focus goes to the one that follows. */
function useListFocus(country: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(country);
  useEffect(() => {
    if (before.current !== country) list.current?.focus({ preventScroll: true });
    before.current = country;
  }, [country]);
  return list;
}
