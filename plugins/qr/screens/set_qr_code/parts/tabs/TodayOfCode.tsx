import { RelativeTime, useCall, useFormat, useReloadArea, useWords } from '@waypost/host-sdk';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { statisticsCalls } from '../../../../statistics/calls.ts';
import { codeResource } from '../../../qr_code_list/resource.ts';
import styles from './tabs.module.css';

const { inquire } = statisticsCalls('hourly_statistics');
/** Milliseconds: whoever has a code scanned sees it arrive. */
const REFRESH_MS = 5_000;
const FIGURES = ['view_number', 'ip_view_number', 'new_visitor_number'] as const;

/** What a code has had today, whatever range is looked at below; `children`: where one looks closer. */
export function TodayOfCode({ code, children }: { code: CodeRow; children: ReactNode }) {
  const words = useWords();
  const format = useFormat();
  const { data } = useCall(
    inquire,
    { range: 'today', compare: false, link: code.id },
    { refetchInterval: REFRESH_MS },
  );
  const views = data?.totals.view_number;
  const known = useRef(views);
  const reload = useReloadArea(codeResource.area);
  useEffect(() => {
    // A visit may have used the code up, and was the latest: the page around it says so.
    if (known.current !== undefined && views !== known.current) void reload();
    known.current = views;
  }, [views, reload]);
  return (
    <section className={styles.today} aria-label={words('menu.today_statistics')}>
      <h2>{words('menu.today_statistics')}</h2>
      <dl>
        {FIGURES.map((name) => {
          const figure = data?.totals[name];
          return (
            <div key={name}>
              <dt>{words(`qr.statistics.${name}`)}</dt>
              <dd>{figure === undefined || figure === null ? '–' : format.number(figure)}</dd>
            </div>
          );
        })}
        <div>
          <dt>{words('qr.code.last_view_time')}</dt>
          <dd>
            <RelativeTime value={code.last_view_time} />
          </dd>
        </div>
      </dl>
      {children}
    </section>
  );
}
