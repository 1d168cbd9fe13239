import { contract } from '../../api/contract/index.ts';
import {
  createCustomReport,
  deleteCustomReport,
  getCustomReport,
  getFilterSchema,
  listCustomReports,
  runCustomReport,
  updateCustomReport,
} from '../reports/custom-reports.ts';
import { createReport, deleteReport, getReport, listReports } from '../reports/reports.ts';
import { type Binding, bind } from './bind.ts';

const { reports, customReports } = contract;

/** Reports, and filters that are kept for them. */
export const reportBindings: readonly Binding[] = [
  bind(reports.createReport, createReport),
  bind(reports.listReports, listReports),
  bind(reports.getReport, getReport),
  bind(reports.deleteReport, deleteReport),
  bind(customReports.createCustomReport, createCustomReport),
  bind(customReports.listCustomReports, listCustomReports),
  bind(customReports.getCustomReport, getCustomReport),
  bind(customReports.updateCustomReport, updateCustomReport),
  bind(customReports.deleteCustomReport, deleteCustomReport),
  bind(customReports.runCustomReport, runCustomReport),
  bind(customReports.getFilterSchema, getFilterSchema),
];
