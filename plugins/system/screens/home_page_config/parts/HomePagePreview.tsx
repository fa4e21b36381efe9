import { Radio } from '@arco-design/web-react';
import type { Locale } from '@waypost/contract';
import { FormSection, useForm, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { HomeLinks, HomeNotice } from '../../home/parts/HomePageParts.tsx';
import { type HomePage, shownPage } from '../calls.ts';
import styles from './home-page-form.module.css';

const SIZES = ['computer', 'phone'] as const;

/** What is typed, as customers will see it on a computer or a phone. */
export function HomePagePreview({ locale }: { locale: Locale }) {
  const words = useWords();
  const { values } = useForm();
  const [size, setSize] = useState<(typeof SIZES)[number]>('computer');
  const { notice, links } = shownPage(values as unknown as HomePage, locale);
  const isEmpty = notice === null && links.length === 0;
  return (
    <FormSection title="system.home_page.preview">
      <Radio.Group
        className={styles.size ?? ''}
        type="button"
        aria-label={words('system.home_page.preview.size')}
        value={size}
        onChange={setSize}
        options={SIZES.map((value) => ({ value, label: words(`system.home_page.preview.${value}`) }))}
      />
      <div className={styles.preview} data-size={size}>
        {isEmpty ? <p className={styles.help}>{words('system.home_page.preview.empty')}</p> : null}
        {notice === null ? null : <HomeNotice notice={notice} />}
        {links.length === 0 ? null : <HomeLinks links={links} isPhone={size === 'phone'} />}
      </div>
    </FormSection>
  );
}
