package org.example.build;

import hudson.Util;
import hudson.util.FormValidation;
import org.kohsuke.stapler.QueryParameter;

public class FormChecks {
    public FormValidation doCheckName(@QueryParameter String value) {
        return FormValidation.errorWithMarkup("No job named <b>" + value + "</b>"); // expect: xss
    }

    public FormValidation doCheckLabel(@QueryParameter String value) {
        return FormValidation.error("No label named " + value); // ok: xss
    }

    public FormValidation doCheckNode(@QueryParameter String value) {
        return FormValidation.warningWithMarkup("No node <b>" + Util.escape(value) + "</b>"); // ok: xss
    }
}
