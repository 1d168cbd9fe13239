import express from 'express';
import { productRouter } from './routes/products';
import { requestContext } from './middleware/context';

const app = express();
app.use(express.json());
app.use(requestContext);
app.use('/products', productRouter);
app.listen(3000);
