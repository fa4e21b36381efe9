import { Radio } from '@arco-design/web-react';
import { LOCALES, type Locale } from '@waypost/contract';
import {
  Button,
  Drawer,
  LOCALE_NAMES,
  PendingState,
  useCall,
  useForm,
  useLocale,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { inLanguage } from '../../../content/in-language.ts';
import { RichText } from '../../../rich-text/RichText.tsx';
import { textPreview } from '../calls.ts';
import styles from './image-text.module.css';

/** A button that shows what is typed as readers of each language will have it: as far as the server keeps it. */
export function TextPreview() {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{words('system.image_text.preview')}</Button>
      {isOpen ? <PreviewDrawer onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function PreviewDrawer({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const { values } = useForm();
  const [locale, setLocale] = useState<Locale>(useLocale());
  const html = inLanguage(values, 'content', locale);
  const { data, error, refetch } = useCall(textPreview, { html }, { enabled: html !== '' });
  return (
    <Drawer title={words('system.image_text.preview')} isOpen onClose={onClose}>
      <Languages locale={locale} onChange={setLocale} />
      <h2 className={styles.title}>{inLanguage(values, 'title', locale)}</h2>
      {html === '' ? (
        <p className={styles.help}>{words('system.image_text.preview.empty')}</p>
      ) : data === undefined ? (
        <PendingState error={error} onRetry={refetch} lines={6} height={20} />
      ) : (
        <RichText html={data.html} locale={locale} />
      )}
    </Drawer>
  );
}

/** Which language a text is shown in. */
export function Languages({ locale, onChange }: { locale: Locale; onChange: (locale: Locale) => void }) {
  const words = useWords();
  return (
    <Radio.Group
      className={styles.languages ?? ''}
      type="button"
      aria-label={words('system.image_text.language')}
      value={locale}
      onChange={onChange}
      options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
    />
  );
}
