import { Drawer, Panel, PendingState, ScreenLink, useCall, useQuery, useWords } from '@waypost/host-sdk';
import { RichText } from '../../../rich-text/RichText.tsx';
import { homeTextCall } from '../calls.ts';
import styles from './home.module.css';

/** Titles of texts that operators want read; each opens beside the page. */
export function TextsCard({ texts }: { texts: readonly { id: string; title: string }[] }) {
  const words = useWords();
  return (
    <Panel title={words('home.texts')}>
      <ul className={styles.list}>
        {texts.map(({ id, title }) => (
          <li key={id} className={styles.item}>
            <span className={styles.itemName}>
              <ScreenLink to={`home?text=${id}`}>{title}</ScreenLink>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The text that the address names, beside the page. */
export function HomeText() {
  const [params, setQuery] = useQuery();
  const id = params.get('text') ?? '';
  if (!/^[0-9a-f]{24}$/.test(id)) return null;
  return <OpenText key={id} id={id} onClose={() => setQuery({ text: undefined })} />;
}

function OpenText({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useCall(homeTextCall, { id });
  return (
    <Drawer title={data?.title ?? '\u00a0'} isOpen onClose={onClose}>
      {data === undefined ? (
        <PendingState error={error} onRetry={refetch} lines={8} height={20} />
      ) : (
        <RichText html={data.html} locale={data.locale} />
      )}
    </Drawer>
  );
}
