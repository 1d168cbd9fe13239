package org.example.build;

import hudson.Launcher;
import hudson.util.FormValidation;
import java.io.IOException;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.StaplerRequest;
import org.kohsuke.stapler.StaplerResponse;

public class BuildTools {
    private final String tool;

    @DataBoundConstructor
    public BuildTools(String tool) throws IOException {
        this.tool = tool;
        Runtime.getRuntime().exec("which " + tool); // expect: command-injection
    }

    @DataBoundSetter
    public void setHome(String home) throws IOException {
        Runtime.getRuntime().exec("ls " + home); // expect: command-injection
    }

    public void setDefaultHome(String home) throws IOException {
        Runtime.getRuntime().exec("ls /opt/tools"); // ok: command-injection
    }

    public FormValidation doCheckTool(@QueryParameter String value) throws IOException {
        Runtime.getRuntime().exec("which " + value); // expect: command-injection
        return FormValidation.ok();
    }

    public void doProbe(StaplerRequest req, StaplerResponse rsp) throws IOException {
        Runtime.getRuntime().exec("ping " + req.getParameter("host")); // expect: command-injection
    }

    public void doStart(StaplerRequest req, Launcher launcher) throws Exception {
        launcher.launch().cmdAsSingleString("make " + req.getParameter("target")).join(); // expect: command-injection
        launcher.launch().cmdAsSingleString("make all").join(); // ok: command-injection
    }
}
