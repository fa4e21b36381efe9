import { EmptyState, Panel, ShareBar, Skeleton, useFormat, useWords } from '@waypost/host-sdk';
import { CodeLink } from '../../../codes/parts/CodeLink.tsx';
import { ShortLink } from '../../../codes/parts/ShortLink.tsx';
import type { Today } from '../calls.ts';
import styles from './today.module.css';

/** The codes visited most today. The bar behind a row is its share of the first one. */
export function TopCodes({ today }: { today: Today | undefined }) {
  const words = useWords();
  const format = useFormat();
  if (!today) {
    return (
      <Panel title={words('qr.today.top')}>
        <Skeleton lines={5} />
      </Panel>
    );
  }
  const most = today.top_links[0]?.view_number ?? 1;
  return (
    <Panel title={words('qr.today.top')}>
      {today.top_links.length === 0 ? (
        <EmptyState title={words('qr.today.top.empty.title')} text={words('qr.today.top.empty.text')} />
      ) : (
        <table className={styles.top}>
          <thead>
            <tr>
              <th scope="col">{words('qr.visit.name')}</th>
              <th scope="col" className={styles.figure}>
                {words('qr.today.view_number')}
              </th>
              <th scope="col" className={styles.figure}>
                {words('qr.today.ip_view_number')}
              </th>
            </tr>
          </thead>
          <tbody>
            {today.top_links.map((top) => (
              <tr key={top.link}>
                <th scope="row">
                  <ShareBar share={top.view_number / most} />
                  <span className={styles.code}>
                    <CodeLink id={top.link} name={top.name} />
                    {top.short_url ? (
                      <ShortLink id={top.link} address={top.short_url} shown={top.short_code} />
                    ) : null}
                  </span>
                </th>
                <td className={styles.figure}>{format.number(top.view_number)}</td>
                <td className={styles.figure}>{format.number(top.ip_view_number)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
