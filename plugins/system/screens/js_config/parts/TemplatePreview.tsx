import { Radio } from '@arco-design/web-react';
import { LOCALES, type Locale, readTemplate } from '@waypost/contract';
import {
  LOCALE_NAMES,
  PendingState,
  useCall,
  useForm,
  useLocale,
  usePaused,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { type TemplatedType, templateFaultWords, templatePreview } from '../calls.ts';
import styles from './js-config.module.css';
import { PageFrame } from './PageFrame.tsx';

/** What is typed, as the server fills it in for a visitor. */
export function TemplatePreview({ jumpType }: { jumpType: TemplatedType }) {
  const words = useWords();
  const { values } = useForm();
  const html = usePaused(typeof values.html === 'string' ? values.html : '');
  const [language, setLanguage] = useState<Locale>(useLocale());
  return (
    <>
      <Radio.Group
        className={styles.languages ?? ''}
        type="button"
        aria-label={words('system.js_config.preview.language')}
        value={language}
        onChange={(chosen: Locale) => setLanguage(chosen)}
        options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
      />
      <ShownTemplate html={html} language={language} jumpType={jumpType} />
    </>
  );
}

/** A page with a fault is not asked for: the fault is said in its place. */
export function ShownTemplate(props: { html: string; language: Locale; jumpType: TemplatedType }) {
  const words = useWords();
  if (props.html === '') return <p className={styles.help}>{words('system.js_config.preview.empty')}</p>;
  const read = readTemplate(props.html);
  if ('parts' in read) return <Filled {...props} />;
  const { message, params } = templateFaultWords(read.fault);
  return (
    <p className={styles.help}>
      {words('system.js_config.preview.faulty', { fault: words(message, params) })}
    </p>
  );
}

function Filled({ html, language, jumpType }: { html: string; language: Locale; jumpType: TemplatedType }) {
  const { data, error, refetch } = useCall(templatePreview, { jump_type: jumpType, html, language });
  if (!data) return <PendingState error={error} onRetry={refetch} lines={6} height={20} />;
  return <PageFrame html={data.html} />;
}
