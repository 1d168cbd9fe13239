import * as vscode from 'vscode';
import type { Severity } from '../../api/contract/vocabulary.ts';

/** Shape and colour both tell the severity, so that neither colour blindness nor high contrast hides it. */
export function severityIcon(severity: Severity): vscode.ThemeIcon {
  switch (severity) {
    case 'CRITICAL':
      return new vscode.ThemeIcon('flame', new vscode.ThemeColor('editorError.foreground'));
    case 'HIGH':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('editorError.foreground'));
    case 'MEDIUM':
      return new vscode.ThemeIcon('warning', new vscode.ThemeColor('editorWarning.foreground'));
    case 'LOW':
      return new vscode.ThemeIcon('info', new vscode.ThemeColor('editorInfo.foreground'));
    case 'INFO':
      return new vscode.ThemeIcon('circle-outline', new vscode.ThemeColor('descriptionForeground'));
  }
}
