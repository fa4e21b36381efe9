import { IconEdit, IconLaunch, IconUpload } from '@arco-design/web-react/icon';
import { PICTURE_NAME, type RowOf } from '@waypost/contract';
import {
  Button,
  Can,
  ExportButton,
  listWish,
  OptionalPriceControl,
  PriceControl,
  ResourceList,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../catalogue/parts.module.css';
import { ShowStatus } from '../../catalogue/values.ts';
import { ProductsDrawer } from '../../import/parts/ProductsDrawer.tsx';
import { Money } from '../../money/Money.tsx';
import { pagePath } from '../../pages/values.ts';
import { ImagesControl } from '../../pictures/ImagesControl.tsx';
import { SmallPicture } from '../../pictures/SmallPicture.tsx';
import { Stock } from '../../products/Stock.tsx';
import { exportCall } from './calls.ts';
import { ProductDetails } from './parts/ProductDetails.tsx';
import { ProductSwitch } from './parts/ProductSwitch.tsx';
import { PropertiesControl } from './parts/PropertiesControl.tsx';
import { useProductBatch } from './parts/use-product-batch.ts';
import { VariantsControl } from './parts/VariantsControl.tsx';
import { productResource } from './resource.ts';

const CONTROLS = {
  price: PriceControl,
  optional_price: OptionalPriceControl,
  images: ImagesControl,
  properties: PropertiesControl,
  variants: VariantsControl,
};
const TONES = {
  show_status: { 1: 'good', 2: 'neutral' },
} as const;
const openPage = (id: string) => void window.open(pagePath(id), '_blank', 'noopener');
const SECTIONS = [
  { fields: ['title', 'category', 'brand', 'price', 'stock', 'show_status'] },
  { name: 'pictures', fields: ['cover_images', 'detail_images'] },
  { name: 'details', fields: ['model', 'properties', 'variants', 'description'] },
  { name: 'sale', fields: ['lowest_price', 'link', 'external_id'] },
  { name: 'place', fields: ['sort', 'ranking_recommend', 'home_recommend', 'remarks'] },
];

/** The products of the catalogue: how each is sorted, what it costs, how often it was bought. */
export function Page() {
  const words = useWords();
  const [params] = useQuery();
  const [isImporting, setImporting] = useState(false);
  const batch = useProductBatch();
  const {
    sort_field: _field,
    sort_order: _order,
    create_time_from,
    create_time_to,
    ...shown
  } = listWish(productResource, params);
  return (
    <>
      <ResourceList
        resource={productResource}
        title="menu.mall_product_list"
        // Its own has all that an import reads again.
        exports="beside"
        tones={TONES}
        filters={['show_status', 'within', 'brand', 'home_recommend', 'data_source']}
        form={{ controls: CONTROLS, sections: SECTIONS }}
        batchActions={batch}
        rowActions={[
          {
            name: 'page',
            label: 'mall.product.open_page',
            icon: <IconLaunch />,
            isVisible: ({ show_status }) => show_status === ShowStatus.shown,
            run: ({ id }) => openPage(id),
          },
        ]}
        details={(row) => <ProductDetails product={row} />}
        detailsActions={(row) => <ProductVerbs product={row} />}
        // A file that is imported brings rows on and on.
        refetchEvery={15_000}
        columns={[
          {
            field: 'title',
            width: 240,
            priority: 0,
            render: ({ title, cover_images }) => (
              <span className={styles.title}>
                <Cover images={cover_images} />
                <span className={styles.words}>{title}</span>
              </span>
            ),
          },
          {
            field: 'show_status',
            width: 100,
            priority: 0,
            render: (product) => <ProductSwitch product={product} field="show_status" />,
          },
          {
            field: 'price',
            width: 150,
            align: 'right',
            priority: 1,
            sort: 'price_order',
            render: ({ price }) => <Money amount={price} />,
          },
          {
            field: 'stock',
            width: 120,
            align: 'right',
            priority: 3,
            render: ({ stock }) => <Stock stock={stock} />,
          },
          { field: 'number_of_purchases', width: 130, align: 'right', priority: 2, isWideOnly: true },
          { field: 'category', width: 200, priority: 4 },
          { field: 'brand', width: 140, priority: 5, isWideOnly: true },
          { field: 'ranking_recommend', isHidden: true, align: 'right' },
          {
            field: 'home_recommend',
            width: 120,
            priority: 7,
            isWideOnly: true,
            render: (product) => <ProductSwitch product={product} field="home_recommend" />,
          },
          { field: 'sort', isHidden: true, align: 'right' },
          {
            field: 'lowest_price',
            isHidden: true,
            align: 'right',
            render: ({ lowest_price }) => (lowest_price === '' ? '–' : <Money amount={lowest_price} />),
          },
          { field: 'external_id', isHidden: true },
          { field: 'model', isHidden: true },
          { field: 'link', isHidden: true },
          { field: 'data_source', isHidden: true },
          { field: 'remarks', isHidden: true },
          { field: 'create_time', isHidden: true },
        ]}
        toolbar={({ isEmpty }) => (
          <>
            <Can permission="mall.product:import">
              <Button icon={<IconUpload />} onClick={() => setImporting(true)}>
                {words('mall.import.verb')}
              </Button>
            </Can>
            {isEmpty ? null : (
              <Can permission="mall.product:export">
                <ExportButton call={exportCall} body={exportCall.body.parse(shown)} />
              </Can>
            )}
          </>
        )}
      />
      {isImporting ? <ProductsDrawer onClose={() => setImporting(false)} /> : null}
    </>
  );
}

/** The first of its pictures that is kept here. */
function Cover({ images }: { images: readonly string[] }) {
  const kept = images.find((image) => PICTURE_NAME.test(image));
  return <SmallPicture picture={kept ?? ''} />;
}

/** What leads on from a product's drawer. */
function ProductVerbs({ product: { id, show_status } }: { product: RowOf<typeof productResource> }) {
  const words = useWords();
  const [, setQuery] = useQuery();
  return (
    <>
      <Can permission="mall.product:update">
        <Button icon={<IconEdit />} onClick={() => setQuery({ drawer: `edit:${id}` })}>
          {words('action.edit')}
        </Button>
      </Can>
      {show_status === ShowStatus.shown ? (
        <Button icon={<IconLaunch />} onClick={() => openPage(id)}>
          {words('mall.product.open_page')}
        </Button>
      ) : null}
    </>
  );
}
