import type { RowOf } from '@waypost/contract';
import { PICTURE_NAME } from '@waypost/contract';
import { type ColumnChoice, Facts, RowFacts } from '@waypost/host-sdk';
import styles from '../../../catalogue/parts.module.css';
import { Money } from '../../../money/Money.tsx';
import { KeptPicture } from '../../../pictures/SmallPicture.tsx';
import { Stock } from '../../../products/Stock.tsx';
import { productResource } from '../resource.ts';

type ProductRow = RowOf<typeof productResource>;
const FIELDS: readonly ColumnChoice<typeof productResource>[] = [
  ...(['title', 'show_status', 'category', 'brand'] as const),
  { field: 'price', render: ({ price }) => <Money amount={price} /> },
  {
    field: 'lowest_price',
    render: ({ lowest_price }) => <Money amount={lowest_price} />,
  },
  { field: 'stock', render: ({ stock }) => <Stock stock={stock} /> },
  ...(['number_of_purchases', 'model', 'external_id', 'link', 'ranking_recommend'] as const),
  ...(['home_recommend', 'data_source', 'remarks', 'create_time'] as const),
];

/** All that is known of a product, with its pictures and properties. */
export function ProductDetails({ product }: { product: ProductRow }) {
  const { properties, variants, description } = product;
  return (
    <div className={styles.stack}>
      <Pictures images={product.cover_images} />
      <RowFacts resource={productResource} row={product} fields={FIELDS} isWithoutEmpty />
      {properties.length === 0 ? null : (
        <Facts
          facts={[...Map.groupBy(properties, ({ name }) => name)].map(([name, values]) => [
            name,
            values.map(({ value }) => value).join(', '),
          ])}
        />
      )}
      {variants.length === 0 ? null : (
        <Facts
          facts={variants.map(
            ({ values, price }) => [values.join(' / '), <Money key={price} amount={price} />] as const,
          )}
        />
      )}
      {description === '' ? null : <p className={styles.text}>{description}</p>}
      <Pictures images={product.detail_images} />
    </div>
  );
}

/** Pictures that are kept here; of others their addresses, which are not asked for from here. */
function Pictures({ images }: { images: readonly string[] }) {
  if (images.length === 0) return null;
  return (
    <ul className={styles.pictures}>
      {images.map((image) => (
        <li key={image}>{PICTURE_NAME.test(image) ? <KeptPicture picture={image} /> : image}</li>
      ))}
    </ul>
  );
}
