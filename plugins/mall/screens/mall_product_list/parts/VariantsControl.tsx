import { IconDelete } from '@arco-design/web-react/icon';
import { DEFAULT_CURRENCY } from '@waypost/contract';
import { type ControlProps, IconButton, OptionalPriceControl, useForm, useWords } from '@waypost/host-sdk';
import styles from '../../../catalogue/parts.module.css';
import {
  countVariants,
  isSameVariant,
  MAX_VARIANTS,
  type Property,
  type Variant,
  variantsOf,
} from '../../../variants/values.ts';

/** The variants that the properties make, each with its price or that of the product. */
export function VariantsControl({ id, value = [], onChange, onBlur, isDisabled }: ControlProps<Variant[]>) {
  const words = useWords();
  const { values: form, errors } = useForm();
  const properties = Array.isArray(form.properties) ? (form.properties as Property[]) : [];
  const made = variantsOf(properties.filter((property) => property.name !== '' && property.value !== ''));
  // Prices of variants that the properties do not make any more stay until somebody takes them out: nothing typed is lost.
  const left = value
    .map(({ values }) => values)
    .filter((old) => !made.some((one) => isSameVariant(one, old)));
  const setPrice = (values: string[], price: string) => {
    const others = value.filter((variant) => !isSameVariant(variant.values, values));
    onChange(price === '' ? others : [...others, { values, price }]);
  };
  if (made.length + left.length === 0)
    return (
      <p id={id} className={styles.hint}>
        {words(
          countVariants(properties) > MAX_VARIANTS ? 'mall.product.fault.many_variants' : 'mall.variant.none',
        )}
      </p>
    );
  return (
    <ul id={id} className={styles.variants}>
      {[...made, ...left].map((values, at) => {
        const name = values.join(' / ');
        const index = value.findIndex((variant) => isSameVariant(variant.values, values));
        const isLeft = at >= made.length;
        return (
          <li key={name}>
            <span>
              {name}
              {isLeft ? <small>{words('mall.variant.left')}</small> : null}
            </span>
            {isLeft ? (
              <IconButton
                label={`${words('action.delete')}: ${name}`}
                icon={<IconDelete />}
                isDisabled={isDisabled}
                onClick={() => setPrice(values, '')}
              />
            ) : (
              <OptionalPriceControl
                id={`${id}-${at}`}
                label={`${words('mall.product.price')}: ${name}`}
                value={value[index]?.price ?? ''}
                onChange={(price) => setPrice(values, price ?? '')}
                onBlur={onBlur}
                isDisabled={isDisabled}
                hasError={errors[`variants.${index}.price`] !== undefined}
                unit={DEFAULT_CURRENCY}
                describedBy={undefined}
                placeholder={undefined}
                field={undefined}
                optionText={String}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
