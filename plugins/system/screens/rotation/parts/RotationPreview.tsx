import { Radio } from '@arco-design/web-react';
import { LOCALES, type Locale } from '@waypost/contract';
import { FormSection, LOCALE_NAMES, useForm, useLocale, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { inLanguage } from '../../../content/in-language.ts';
import { Slide } from '../../home/parts/HomeCarousel.tsx';
import styles from './rotation.module.css';

/** What is typed, as customers will see it in each language. */
export function RotationPreview() {
  const words = useWords();
  const { values } = useForm();
  const [locale, setLocale] = useState<Locale>(useLocale());
  const picture = typeof values.picture === 'string' ? values.picture : '';
  const title = inLanguage(values, 'title', locale);
  const description = inLanguage(values, 'description', locale);
  return (
    <FormSection title="system.rotation.preview">
      <Radio.Group
        type="button"
        aria-label={words('system.rotation.preview.language')}
        value={locale}
        onChange={(chosen: Locale) => setLocale(chosen)}
        options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
      />
      <div className={styles.preview} lang={locale}>
        {title === '' && picture === '' ? (
          <p className={styles.help}>{words('system.rotation.preview.empty')}</p>
        ) : (
          <Slide slide={{ picture, title, description }} wrap={(text) => text} />
        )}
      </div>
    </FormSection>
  );
}
