import { Panel, ShareBar, Skeleton, useFormat, useWords } from '@waypost/host-sdk';
import { usePlaceName } from '../../../places/use-place-name.ts';
import type { LiveVisits } from '../calls.ts';
import styles from './live.module.css';
import type { LiveWindow } from './live-window.ts';

const SHOWN = 12;

interface RegionsProps {
  regions: LiveVisits['regions'] | undefined;
  window: LiveWindow;
  chosen: string | undefined;
  onChoose: (region: string | undefined) => void;
}

/** Where the visitors of a window were; a press shows only theirs in the feed. */
export function Regions({ regions, window, chosen, onChoose }: RegionsProps) {
  const words = useWords();
  const format = useFormat();
  const { place } = usePlaceName();
  const shown = regions?.slice(0, SHOWN) ?? [];
  const most = shown[0]?.visitors ?? 1;
  return (
    <Panel title={words('qr.live.regions')} text={words(`qr.live.window.${window}`)}>
      {regions === undefined ? (
        <Skeleton lines={6} />
      ) : shown.length === 0 ? (
        <p className={styles.none}>{words('qr.live.regions.empty')}</p>
      ) : (
        <ul className={styles.regions}>
          {shown.map(({ location, visitors }) => (
            <li key={location}>
              <button
                type="button"
                className={styles.region}
                aria-pressed={chosen === location}
                onClick={() => onChoose(chosen === location ? undefined : location)}
              >
                <ShareBar share={visitors / most} />
                <span className={styles.regionName}>{place(location)}</span>
                <span className={styles.regionFigure}>{format.number(visitors)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
