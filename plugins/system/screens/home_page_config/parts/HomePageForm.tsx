import { Radio } from '@arco-design/web-react';
import { field, LOCALES, type Locale } from '@waypost/contract';
import {
  ArrayField,
  CallForm,
  Can,
  FieldArray,
  FormSection,
  LOCALE_NAMES,
  notify,
  ScreenLink,
  useLocale,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import {
  HOME_JUMPS,
  HOME_TONES,
  type HomePage,
  type HomePageView,
  homePageUpdate,
  MOST_LINKS,
  NO_TEXT,
} from '../calls.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { HomePagePreview } from './HomePagePreview.tsx';
import styles from './home-page-form.module.css';

const { shape } = homePageUpdate.body;
const FIELDS = {
  notice: field(shape.notice),
  links: field(shape.links),
};
const NOTICE = { path: 'notice' };
type Link = HomePage['links'][number];

interface HomePageFormProps {
  page: HomePageView;
  onSaved: () => void;
}

/** Notice and links in one language at a time, with what customers will see below. */
export function HomePageForm({ page, onSaved }: HomePageFormProps) {
  const words = useWords();
  const [locale, setLocale] = useState<Locale>(useLocale());
  const { notice, links, version } = page;
  return (
    <CallForm
      call={homePageUpdate}
      name="system.home_page"
      fields={FIELDS}
      initial={{ notice, links }}
      about={String(version)}
      submit="action.save"
      toBody={(values) => ({ ...values, version })}
      onSent={() => {
        notify.success(words('form.saved'));
        onSaved();
      }}
    >
      <div className={styles.language}>
        <span id="home-page-language">{words('system.home_page.language')}</span>
        <Radio.Group
          type="button"
          aria-labelledby="home-page-language"
          value={locale}
          onChange={(chosen: Locale) => setLocale(chosen)}
          options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        />
      </div>
      <FormSection title="system.home_page.notice" text="system.home_page.notice.text">
        <ArrayField
          item={NOTICE}
          name={`text.${locale}`}
          label="system.home_page.notice.content"
          kind="textarea"
        />
        <ChoiceField path="notice.tone" label="system.home_page.tone" codes={HOME_TONES} />
      </FormSection>
      <FormSection title="system.home_page.carousel" text="system.home_page.carousel.text">
        <Can permission="system.rotation:read">
          <ScreenLink to="rotation">{words('menu.rotation')}</ScreenLink>
        </Can>
        <Can permission="system.image_text:read">
          <ScreenLink to="image_text">{words('menu.image_text')}</ScreenLink>
        </Can>
      </FormSection>
      <FormSection title="system.home_page.links" text="system.home_page.links.text">
        <FieldArray<Link>
          path="links"
          addLabel="system.home_page.links.add"
          itemLabel="system.home_page.links.item"
          maximum={MOST_LINKS}
          newItem={() => ({ title: { ...NO_TEXT }, jump_address: '', jump_type: 1 })}
        >
          {(item) => (
            <div className={styles.entry}>
              <ArrayField item={item} name={`title.${locale}`} label="system.home_page.title" />
              <JumpFields path={item.path} />
            </div>
          )}
        </FieldArray>
      </FormSection>
      <HomePagePreview locale={locale} />
    </CallForm>
  );
}

function JumpFields({ path }: { path: string }) {
  return (
    <div className={styles.jump}>
      <ChoiceField path={`${path}.jump_type`} label="system.home_page.jump_type" codes={HOME_JUMPS} />
      <ArrayField item={{ path }} name="jump_address" label="system.home_page.jump_address" />
    </div>
  );
}
