import { Input } from '@arco-design/web-react';
import { IconSearch } from '@arco-design/web-react/icon';
import { Button, Drawer, PendingState, useCall, usePaused, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { pagesCall } from '../../../../codes/pages/calls.ts';
import styles from './campaign.module.css';

/** What plugins bring seldom changes while somebody fills in a form. */
const GOOD_FOR_MS = 60_000;

export interface ChosenPage {
  title: string;
  url: string;
}

/** Opens the pages of other plugins that a code can lead to; not there while nobody brings any. */
export function PageButton({ onChosen }: { onChosen: (page: ChosenPage) => void }) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall(pagesCall, {}, { staleTime: GOOD_FOR_MS });
  if (data === undefined || data.sources.length === 0) return null;
  return (
    <>
      <Button kind="text" size="small" isAtEdge onClick={() => setOpen(true)}>
        {words('qr.set.page')}
      </Button>
      {isOpen ? (
        <PagesDrawer
          onClose={() => setOpen(false)}
          onChosen={(page) => {
            onChosen(page);
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

function PagesDrawer({ onChosen, onClose }: { onChosen: (page: ChosenPage) => void; onClose: () => void }) {
  const words = useWords();
  const [text, setText] = useState('');
  const search = usePaused(text.trim());
  const { data, error, refetch } = useCall(pagesCall, search === '' ? {} : { search });
  const found = data?.sources.filter(({ pages }) => pages.length > 0) ?? [];
  return (
    <Drawer title={words('qr.set.page')} width={480} isOpen onClose={onClose}>
      <div className={styles.fields}>
        <Input
          aria-label={words('action.search')}
          placeholder={words('action.search')}
          prefix={<IconSearch />}
          maxLength={100}
          allowClear
          value={text}
          onChange={setText}
        />
        {data === undefined || error ? <PendingState error={error} onRetry={refetch} lines={6} /> : null}
        {found.map(({ name, title, pages }) => (
          <section key={name} aria-label={title}>
            <h3 className={styles.label}>{title}</h3>
            <ul className={styles.pages}>
              {pages.map((page) => (
                <li key={page.id}>
                  <button type="button" className={styles.page} onClick={() => onChosen(page)}>
                    <span>{page.title}</span>
                    <small>{page.url.replace(/^https?:\/\//, '')}</small>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {data !== undefined && found.length === 0 ? (
          <p className={styles.help}>{words(search === '' ? 'qr.set.page.none' : 'qr.set.page.no_match')}</p>
        ) : null}
      </div>
    </Drawer>
  );
}
