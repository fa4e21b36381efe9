import { field } from '@waypost/contract';
import {
  CallForm,
  type ControlComponent,
  FormSection,
  notify,
  ResourceField,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { type TemplateView, templateUpdate } from '../calls.ts';
import styles from './js-config.module.css';
import { PlaceholderBar } from './PlaceholderBar.tsx';
import { SourceControl } from './SourceControl.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';

const { shape } = templateUpdate.body;
const FIELDS = {
  html: field(shape.html, { control: 'source', default: '' }),
  note: field(shape.note, { default: '' }),
};
const CONTROLS: Readonly<Record<string, ControlComponent>> = { source: SourceControl };

/** The page of a jump type as it is written, with its placeholders and what a visitor would see of it. */
export function TemplateForm({ page }: { page: TemplateView }) {
  const words = useWords();
  const reload = useReloadArea(templateUpdate.area);
  const { html, jump_type, version } = page;
  return (
    <CallForm
      call={templateUpdate}
      name="system.js_config"
      fields={FIELDS}
      controls={CONTROLS}
      initial={{ html, note: '' }}
      about={`${jump_type} ${version}`}
      submit="system.js_config.save"
      toBody={(values) => ({ ...values, jump_type, version })}
      onSent={(saved) => {
        notify.success(words('system.js_config.saved', { number: saved.version }));
        void reload();
      }}
    >
      <div className={styles.columns}>
        <div className={styles.stack}>
          <ResourceField name="html" />
          <PlaceholderBar />
          <ResourceField name="note" />
        </div>
        <FormSection title="system.js_config.preview" text="system.js_config.preview.text">
          <TemplatePreview jumpType={jump_type} />
        </FormSection>
      </div>
    </CallForm>
  );
}
