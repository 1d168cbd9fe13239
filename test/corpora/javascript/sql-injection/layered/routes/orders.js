const { OrderService } = require('../services/order-service');

const service = new OrderService();

exports.list = async (req, res) => {
  const filter = { status: req.query.status, customer: req.query.customer };
  res.json(await service.list(filter));
};

exports.show = async (req, res) => {
  res.json(await service.byId(req.params.id));
};

exports.report = async function (req, res) {
  const period = req.body.period === 'month' ? 'month' : 'year';
  res.json(await service.report(period));
};
